import type { Token, TokensList } from 'marked';
import { decodeReferences } from './escape-html.ts';
import { LineFinder } from './line-finder.ts';
import { parseMarkdown, withDepthFallback, visitTokens } from './marked-text.ts';
import {
  resolveLinkedDocument,
  safeAddress,
  resolveContentPath,
  type AddressUse,
} from './public-address.ts';
import type { TextSyntax } from './text-syntax.ts';

export interface TextLink {
  /** `document` and `media` may be missing; `anchor` is in the same text; `page` is another address of this site. */
  readonly kind: 'document' | 'media' | 'page' | 'external' | 'anchor';
  /** Content path, or decoded address without fragment; for `anchor`, the id. */
  readonly target: string;
  /** Decoded; empty without one. */
  readonly fragment: string;
  readonly isPicture: boolean;
  /** Set for a picture without alt text; `alt=""` in HTML is one for a decorative picture. */
  readonly lacksAlt?: true;
  /** Starts at 1. */
  readonly line: number;
}

/** Content paths, without duplicates. */
export function listLinkedDocuments(
  body: string,
  path: string,
  syntax?: TextSyntax,
): readonly string[] {
  if (!body.includes('.md')) return [];
  const found = new Set<string>();
  visitTokens(tokensOf(body, syntax), (token) => {
    for (const { address } of addressesOf(token)) {
      const document = resolveLinkedDocument(address, path);
      if (document !== undefined) found.add(document);
    }
  });
  return [...found];
}

/** In order, without script addresses. */
export function listLinks(body: string, path: string, syntax?: TextSyntax): readonly TextLink[] {
  const source = body.replace(/\r\n|\r/g, '\n');
  const lines = new LineFinder(source);
  const found: TextLink[] = [];
  visitTokens(tokensOf(source, syntax), (token) => {
    const line = lines.advanceTo(token);
    for (const { address, use, lacksAlt } of addressesOf(token)) {
      const link = linkOf(address, use, path);
      if (link !== undefined) found.push({ ...link, ...(lacksAlt && { lacksAlt }), line });
    }
  });
  return found;
}

function tokensOf(body: string, syntax: TextSyntax | undefined): TokensList {
  return withDepthFallback(
    () => parseMarkdown(body, { syntax }),
    () => Object.assign([], { links: {} }),
  );
}

interface FoundAddress {
  readonly address: string;
  readonly use: AddressUse;
  readonly lacksAlt?: boolean;
}

function addressesOf(token: Token): readonly FoundAddress[] {
  if (token.type === 'link')
    return [{ address: decodeReferences(String(token.href)), use: 'link' }];
  if (token.type === 'image')
    return [
      {
        address: decodeReferences(String(token.href)),
        use: 'image',
        lacksAlt: String(token['text']).trim() === '',
      },
    ];
  if (token.type !== 'html') return [];
  const found = token.raw.matchAll(
    /\s(href|src|poster)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^"'\s>]+))/gi,
  );
  return [...found].map(({ index, 1: name, 2: double, 3: single, 4: bare }) => ({
    address: decodeReferences(double ?? single ?? bare ?? ''),
    use: name!.toLowerCase() === 'href' ? 'link' : 'image',
    lacksAlt: name!.toLowerCase() === 'src' && isImageWithoutAlt(token.raw, index),
  }));
}

/** `index` is in the tag. */
function isImageWithoutAlt(html: string, index: number): boolean {
  const start = html.lastIndexOf('<', index);
  const end = html.indexOf('>', index);
  const tag = html.slice(start, end < 0 ? undefined : end);
  return /^<img\s/i.test(tag) && !/\salt(?:\s*=|[\s/]|$)/i.test(tag);
}

function linkOf(
  address: string,
  use: AddressUse,
  from: string,
): Omit<TextLink, 'line'> | undefined {
  const safe = safeAddress(address, use);
  if (safe === undefined || safe.startsWith('data:')) return undefined;
  const [, plain = '', written = ''] = /^([^#]*)#?(.*)$/s.exec(safe)!;
  const fragment = decoded(written);
  return {
    ...targetOf(plain, { whole: safe, fragment, from }),
    fragment,
    isPicture: use === 'image',
  };
}

interface WrittenAddress {
  readonly whole: string;
  readonly fragment: string;
  readonly from: string;
}

function targetOf(
  plain: string,
  { whole, fragment, from }: WrittenAddress,
): Pick<TextLink, 'kind' | 'target'> {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(plain)) return { kind: 'external', target: whole };
  if (plain === '') return { kind: 'anchor', target: fragment };
  const inTree = resolveContentPath(plain, from)?.path ?? '';
  if (inTree.endsWith('.md')) return { kind: 'document', target: inTree };
  if (inTree.startsWith('media/')) return { kind: 'media', target: inTree };
  const page = decoded(plain.replace(/\?.*$/s, ''));
  if (page.startsWith('/media/')) return { kind: 'media', target: page.slice(1) };
  return { kind: 'page', target: page };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
