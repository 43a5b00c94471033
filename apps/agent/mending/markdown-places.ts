import { Marked, type Token, type Tokens } from 'marked';
import { bodyOffset } from '../content/frontmatter.ts';
import { TokenLocator, type Located, type Stretch } from './token-locator.ts';

/** Includes reference definitions (`[ink]: ink.md`). */
export interface Place {
  readonly kind: 'link' | 'picture' | 'definition';
  /** As Markdown reads it, without escapes. */
  readonly address: string;
  /** `undefined` for a reference, whose address is in its definition, or if it was not found. */
  readonly target: Stretch | undefined;
  readonly alt: Stretch | undefined;
  readonly altText: string;
  readonly isReference: boolean;
  readonly title: string;
  /** Text in emphasis that directly follows the image. */
  readonly caption: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Emphasis marks per paragraph take quadratic time; real texts stay far below. */
const maxMarks = 1_000;
const hasManyMarks = (text: string) =>
  text.length > maxMarks && (text.match(/[*_~]/g)?.length ?? 0) > maxMarks;

const markdown = new Marked({
  gfm: true,
  tokenizer: {
    emStrong: (_source, masked) => (hasManyMarks(masked) ? undefined : false),
    del: (_source, masked) => (hasManyMarks(masked) ? undefined : false),
  },
});

const mayHavePlaces = /\]\(|\]:|!\[/;

/** Unmatched brackets take quadratic time; real documents stay far below. */
const maxBrackets = 10_000;

/** Skips code, HTML and frontmatter. Empty above the bracket limit or if nested too deeply. */
export function findPlaces(source: string): readonly Place[] {
  const offset = bodyOffset(source);
  const body = source.slice(offset);
  if (!mayHavePlaces.test(body) || body.split('[').length > maxBrackets) return [];
  try {
    const lines = new LineEnds(source, offset);
    return new PlaceFinder(lines).find(markdown.lexer(lines.body));
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** The lexer's line ends are all `\n`. */
class LineEnds {
  readonly body: string;
  readonly #starts: number[] = [0];
  readonly #inFile: number[];
  readonly #linesBefore: number;

  constructor(source: string, offset: number) {
    this.#inFile = [offset];
    for (const { index, 0: end } of source.slice(offset).matchAll(/\r\n|\r|\n/g))
      this.#inFile.push(offset + index + end.length);
    this.body = source.slice(offset).replace(/\r\n?/g, '\n');
    for (let at = this.body.indexOf('\n'); at >= 0; at = this.body.indexOf('\n', at + 1))
      this.#starts.push(at + 1);
    this.#linesBefore = source.slice(0, offset).split(/\r\n|\r|\n/).length - 1;
  }

  lineOf(at: number): number {
    return this.#linesBefore + this.#lineIndex(at) + 1;
  }

  inFile({ start, end }: Stretch): Stretch {
    const line = this.#lineIndex(start);
    const shift = this.#inFile[line]! - this.#starts[line]!;
    return { start: start + shift, end: end + shift };
  }

  #lineIndex(at: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return low;
  }
}

class PlaceFinder {
  readonly #lines: LineEnds;
  readonly #locator: TokenLocator;
  readonly #found: Place[] = [];

  constructor(lines: LineEnds) {
    this.#lines = lines;
    this.#locator = new TokenLocator(lines.body);
  }

  find(tokens: readonly Token[]): readonly Place[] {
    this.#visitAll(tokens);
    return this.#found;
  }

  #visitAll(tokens: readonly Token[]): void {
    for (const [index, token] of tokens.entries())
      this.#visit(token, tokens.slice(index + 1, index + 4));
  }

  #visit(token: Token, next: readonly Token[]): void {
    switch (token.type) {
      case 'link':
        return this.#visitLink(token as Tokens.Link);
      case 'image':
        return this.#visitPicture(token as Tokens.Image, next);
      case 'def':
        return this.#visitDefinition(token as Tokens.Def);
      default:
        return this.#visitAllIn(token);
    }
  }

  #visitAllIn(token: Token): void {
    const children = childrenOf(token);
    if (children) this.#visitAll(children);
    else this.#locator.pass(token.raw);
  }

  #visitLink(link: Tokens.Link): void {
    const located = this.#locator.locate(link.raw);
    if (isWritten(link.raw)) {
      const target = located && targetIn(link, located);
      this.#add(
        { kind: 'link', ...about(link), target, alt: undefined, altText: '', caption: '' },
        located,
      );
    }
    if (located) this.#locator.enter(located);
    this.#visitAll(link.tokens);
    if (located) this.#locator.leave(located);
  }

  #visitPicture(picture: Tokens.Image, next: readonly Token[]): void {
    const located = this.#locator.locate(picture.raw);
    const target = located && targetIn(picture, located);
    const alt = located && altIn(picture, located);
    const words = { altText: picture.text.trim(), caption: captionAfter(next) };
    this.#add({ kind: 'picture', ...about(picture), target, alt, ...words }, located);
    if (located) this.#locator.leave(located);
  }

  /** This lexer reads footnotes as definitions. */
  #visitDefinition(definition: Tokens.Def): void {
    const located = this.#locator.locate(definition.raw);
    if (located && !definition.tag.startsWith('^')) {
      const words = { alt: undefined, altText: '', caption: '' };
      const target = definitionTarget(definition, located);
      this.#add({ kind: 'definition', ...about(definition), target, ...words }, located);
    }
    if (located) this.#locator.leave(located);
  }

  #add(place: Omit<Place, 'line'>, located: Located | undefined): void {
    const inFile = (stretch: Stretch | undefined) => stretch && this.#lines.inFile(stretch);
    this.#found.push({
      ...place,
      target: inFile(place.target),
      alt: inFile(place.alt),
      line: this.#lines.lineOf(located?.start ?? this.#locator.at),
    });
  }
}

function childrenOf(token: Token): readonly Token[] | undefined {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().flatMap(({ tokens }) => tokens);
  }
  if (token.type === 'list') return (token as Tokens.List).items;
  return 'tokens' in token ? token.tokens : undefined;
}

/** Autolinks such as `<https://example.org>` have no separate address to replace. */
const isWritten = (raw: string) => raw.startsWith('[');

const about = ({ type, raw, href, title }: Tokens.Link | Tokens.Image | Tokens.Def) => ({
  address: href,
  isReference: type !== 'def' && !raw.endsWith(')'),
  title: title ?? '',
});

const written = String.raw`(<[^<>\n]*>|[^\s<][^\s]*?)(?:\s+(?:"[^]*"|'[^]*'|\([^]*\)))?\s*`;
const inlineTarget = new RegExp(String.raw`^\]\(\s*${written}\)$`, 'd');
const definedTarget = new RegExp(String.raw`^[^]*?\]:\s*${written}$`, 'd');

/** Finds the last `](` that is followed by the parsed address. */
function targetIn(
  { raw, href }: Tokens.Link | Tokens.Image,
  located: Located,
): Stretch | undefined {
  for (let at = raw.lastIndexOf(']('); at > 0; at = raw.lastIndexOf('](', at - 1)) {
    const found = targetFrom(inlineTarget, raw.slice(at), href);
    if (found) return located.stretch({ start: at + found.start, end: at + found.end });
  }
  return undefined;
}

function definitionTarget({ raw, href }: Tokens.Def, located: Located): Stretch | undefined {
  const found = targetFrom(definedTarget, raw, href);
  return found && located.stretch(found);
}

function targetFrom(pattern: RegExp, text: string, address: string): Stretch | undefined {
  const [start, end] = pattern.exec(text)?.indices?.[1] ?? [];
  if (start === undefined || end === undefined) return undefined;
  const target = text.slice(start, end);
  const plain = target.startsWith('<') ? target.slice(1, -1) : target;
  return plain.replace(/\\([!-/:-@[-`{-~])/g, '$1') === address ? { start, end } : undefined;
}

function altIn({ raw }: Tokens.Image, located: Located): Stretch | undefined {
  const [, empty] = /^!\[(\s*)\][([]/.exec(raw) ?? [];
  if (empty !== undefined) return located.stretch({ start: 2, end: 2 + empty.length });
  const end = raw.lastIndexOf(raw.endsWith(')') ? '](' : '][');
  return end < 2 ? undefined : located.stretch({ start: 2, end });
}

function captionAfter([first, second, third]: readonly Token[]): string {
  const isBreak = first?.type === 'br' || (first?.type === 'text' && first.raw.trim() === '');
  const words =
    isBreak && second?.type === 'em' && third === undefined ? (second as Tokens.Em).text : '';
  return words.trim();
}
