import type { ReadDocument, DocumentFault } from '@galley/content';
import { findNearest } from '@galley/settings';
import type { TextLink } from '../markdown/links.ts';
import { pageAddresses } from '../site-address.ts';

/** A document as a patch leaves it. */
export interface CheckedDocument {
  readonly path: string;
  /** Undefined where no document can be. */
  readonly document: ReadDocument | undefined;
  readonly faults: readonly DocumentFault[];
  /** Undefined if finding them takes too long. */
  readonly links: readonly TextLink[] | undefined;
}

/** The content tree with the patch. */
export interface CheckedTree {
  readonly documents: ReadonlySet<string>;
  readonly media: ReadonlySet<string>;
  /** Encoded addresses of documents. */
  readonly addresses: ReadonlySet<string>;
  /** Media marked as decorative. */
  readonly decorative: ReadonlySet<string>;
  /** Other addresses of the site, such as lists and redirects. */
  readonly hasPage: (address: string) => Promise<boolean>;
}

export interface ContentFault extends DocumentFault {
  readonly path: string;
}

/** Whether each link and image leads to a document, file or page of the tree. */
export async function findBrokenLinks(
  documents: readonly CheckedDocument[],
  tree: CheckedTree,
): Promise<ContentFault[]> {
  const faults: ContentFault[] = [];
  for (const one of documents) {
    if (one.links === undefined) faults.push(tooSlow(one.path));
    for (const link of one.links ?? []) {
      const url = one.document?.metadata.url ?? '/';
      if (await isThere(link, url, tree)) continue;
      faults.push({
        path: one.path,
        line: lineInFile(one.document!, link.line),
        message: describe(link, tree),
      });
    }
  }
  return faults;
}

/** Images without alt text, unless `alt=""` or their file is decorative. */
export function findMissingAltTexts(
  documents: readonly CheckedDocument[],
  { decorative }: Pick<CheckedTree, 'decorative'>,
): ContentFault[] {
  return documents.flatMap((one) => {
    if (one.links === undefined) return [tooSlow(one.path)];
    const lacking = one.links.filter(({ lacksAlt, target }) => lacksAlt && !decorative.has(target));
    return lacking.map((link) => ({
      path: one.path,
      line: lineInFile(one.document!, link.line),
      message: `the image ${link.target} has no alt text`,
    }));
  });
}

export function findSchemaFaults(documents: readonly CheckedDocument[]): ContentFault[] {
  return documents.flatMap(({ path, faults }) => faults.map((fault) => ({ path, ...fault })));
}

function tooSlow(path: string): ContentFault {
  return { path, line: null, message: 'takes too long to read; simplify its Markdown' };
}

async function isThere(
  { kind, target }: TextLink,
  url: string,
  { documents, media, addresses, hasPage }: CheckedTree,
): Promise<boolean> {
  switch (kind) {
    case 'external':
    case 'anchor':
      return true;
    case 'document':
      return documents.has(target);
    case 'media':
      return media.has(target);
    case 'page': {
      const spellings = pageAddresses(target, url);
      if (spellings.some((address) => addresses.has(address))) return true;
      for (const address of spellings) if (await hasPage(address)) return true;
      return false;
    }
  }
}

const names = { document: 'document', media: 'file', page: 'page' } as const;

function describe({ kind, target }: TextLink, tree: CheckedTree): string {
  const known = kind as keyof typeof names;
  const candidates = { document: tree.documents, media: tree.media, page: tree.addresses }[known];
  const nearest = findNearest(target, [...candidates]);
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  return `no ${names[known]} at ${target}${hint}`;
}

/** `line` counts from the start of the body. */
export function lineInFile({ text, body }: ReadDocument, line: number): number {
  const head = (text ?? '').slice(0, (text ?? '').length - body.length);
  return line + (head.match(/\r\n|\r|\n/g)?.length ?? 0);
}
