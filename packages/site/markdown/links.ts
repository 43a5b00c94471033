import type { Token, TokensList } from 'marked';
import { decodeReferences } from './escape-html.ts';
import { readMarkdown, unlessTooDeep, visitTokens } from './marked-text.ts';
import { linkedDocument, safeAddress, treeTarget, type AddressUse } from './public-address.ts';

/** What an address in a text names. */
export interface TextLink {
  /**
   * `document` and `media` are paths in the content tree, whether they are there or not; `anchor` is a place in the same
   * text; `page` is any other address of this site, without its query; `external` leaves it.
   */
  readonly kind: 'document' | 'media' | 'page' | 'external' | 'anchor';
  /** Path in the tree, or address without its fragment, decoded and else as written; for `anchor`, the id. */
  readonly target: string;
  /** The id after `#`, decoded; empty without one. */
  readonly fragment: string;
  /** Whether it is shown and not led to. */
  readonly isPicture: boolean;
  /** Line in the text, from 1. */
  readonly line: number;
}

/** Paths in the content tree that the document at `path` links to, each once. */
export function linkedDocuments(body: string, path: string): readonly string[] {
  if (!body.includes('.md')) return [];
  const found = new Set<string>();
  visitTokens(tokensOf(body), (token) => {
    for (const { address } of addressesOf(token)) {
      const document = linkedDocument(address, path);
      if (document !== undefined) found.add(document);
    }
  });
  return [...found];
}

/** Every link and picture of the text at `path`, in its order. What could run a script is no link. */
export function linksOf(body: string, path: string): readonly TextLink[] {
  // Marked reads line ends so.
  const source = body.replace(/\r\n|\r/g, '\n');
  const lines = new LineFinder(source);
  const found: TextLink[] = [];
  visitTokens(tokensOf(source), (token) => {
    const line = lines.advanceTo(token);
    for (const { address, use } of addressesOf(token)) {
      const link = linkOf(address, use, path);
      if (link !== undefined) found.push({ ...link, line });
    }
  });
  return found;
}

function tokensOf(body: string): TokensList {
  return unlessTooDeep(
    () => readMarkdown(body),
    () => Object.assign([], { links: {} }),
  );
}

interface FoundAddress {
  readonly address: string;
  readonly use: AddressUse;
}

function addressesOf(token: Token): readonly FoundAddress[] {
  if (token.type === 'link')
    return [{ address: decodeReferences(String(token.href)), use: 'link' }];
  if (token.type === 'image')
    return [{ address: decodeReferences(String(token.href)), use: 'image' }];
  if (token.type !== 'html') return [];
  const found = token.raw.matchAll(
    /\s(href|src|poster)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^"'\s>]+))/gi,
  );
  return [...found].map(([, name, double, single, bare]) => ({
    address: decodeReferences(double ?? single ?? bare ?? ''),
    use: name!.toLowerCase() === 'href' ? 'link' : 'image',
  }));
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
  const inTree = treeTarget(plain, from)?.path ?? '';
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
    // A stray percent sign is a character like any other.
    return text;
  }
}

const placed: ReadonlySet<string> = new Set(['link', 'image', 'code', 'codespan', 'html']);

/** Finds the lines of tokens that come in the order of the text: they know their words and not their place. */
class LineFinder {
  readonly #source: string;
  #offset = 0;
  #line = 1;

  constructor(source: string) {
    this.#source = source;
  }

  /** Goes on to the next place where a link, a picture, code or raw HTML stands; other tokens are passed over. */
  advanceTo({ type, raw }: Token): number {
    if (!placed.has(type)) return this.#line;
    const found = this.#source.indexOf(raw.trimEnd(), this.#offset);
    // What goes over several lines of a quote or a list is written with other characters in between.
    if (found < 0) return this.#line;
    this.#countTo(found);
    const line = this.#line;
    // Within a link there may be a picture; within code there is nothing that is one.
    this.#countTo(type === 'link' ? found + 1 : found + raw.trimEnd().length);
    return line;
  }

  #countTo(offset: number): void {
    for (let at = this.#next(); at >= 0 && at < offset; at = this.#next()) {
      this.#line += 1;
      this.#offset = at + 1;
    }
    this.#offset = offset;
  }

  #next(): number {
    return this.#source.indexOf('\n', this.#offset);
  }
}
