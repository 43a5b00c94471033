import { posix } from 'node:path';
import type { ContentIndex, DocumentEntry } from '../content/content-index.ts';
import { decoded } from '../content/site.ts';

export interface LinkTarget {
  /** `document` and `media` are paths in the tree; `page` is a public address. */
  readonly kind: 'document' | 'media' | 'page';
  /** Without query and fragment; a public address is decoded. */
  readonly target: string;
  /** `undefined` for a root-relative address. */
  readonly inTree: string | undefined;
  /** `?…` and `#…` as written. */
  readonly suffix: string;
}

const elsewhere = /^(?:[a-z][a-z\d+.-]*:|\/\/|[?#]|$)/i;

/** Undefined for external addresses, fragments of the same document, and invalid addresses. */
export function readTarget(address: string, from: DocumentEntry): LinkTarget | undefined {
  const plain = address.trim();
  if (elsewhere.test(plain) || /[\p{Cc}\\]/u.test(plain)) return undefined;
  const [, file = '', suffix = ''] = /^([^?#]*)(.*)$/s.exec(plain)!;
  const isFromRoot = file.startsWith('/');
  const name = decoded(file.replaceAll('&amp;', '&'));
  if (isFromRoot) {
    const isMedia = name.startsWith('/media/');
    const target = isMedia ? name.slice(1) : name;
    return { kind: isMedia ? 'media' : 'page', target, inTree: undefined, suffix };
  }
  const inTree = posix.join(posix.dirname(from.path), name);
  const common = { inTree, suffix };
  if (inTree.startsWith('media/')) return { kind: 'media', target: inTree, ...common };
  if (inTree.endsWith('.md')) return { kind: 'document', target: inTree, ...common };
  return { kind: 'page', target: addressFrom(file, from), ...common };
}

/** Resolves against the root if the document has no address. */
function addressFrom(file: string, from: DocumentEntry): string {
  const url = URL.parse(file, `http://site${from.address ?? '/'}`);
  return decoded(url?.pathname ?? '/');
}

export function isThere({ kind, target }: LinkTarget, index: ContentIndex): boolean {
  if (!index.isWhole) return true;
  switch (kind) {
    case 'document':
      return index.documents.has(target);
    case 'media':
      return index.media.has(target);
    case 'page':
      return index.isAddress(target);
  }
}

/** Keeps the style of the broken address: relative path, media path, or public address. */
export function writtenTarget(
  { kind, inTree, suffix }: LinkTarget,
  found: { readonly path: string; readonly address?: string | undefined },
  from: DocumentEntry,
): string {
  const path =
    inTree !== undefined
      ? posix.relative(posix.dirname(from.path), found.path)
      : kind === 'media'
        ? `/${found.path}`
        : undefined;
  return (path === undefined ? escaped(found.address ?? '') : encodedPath(path)) + escaped(suffix);
}

const encodedPath = (path: string) => path.split('/').map(encodedSegment).join('/');

/** Encodes characters that could end the address or change its meaning. */
const encodedSegment = (segment: string) =>
  segment.replace(/[\s%?#<>()[\]\\"'`*_|&~{}^!$:]/g, (character) =>
    character === '_' || character === '~' ? character : percent(character),
  );

const escaped = (address: string) => address.replace(/[\s<>()\\`|*]/g, percent);

function percent(character: string): string {
  return [...new TextEncoder().encode(character)]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('');
}
