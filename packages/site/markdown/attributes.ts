import type { Token, Tokens } from 'marked';
import { escapeHtml } from './escape-html.ts';

/** Values of `{.class #id name="value"}`, without those that no text may set. */
export interface Attributes {
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly others: ReadonlyMap<string, string>;
}

const maxLength = 500;

const item =
  /[ \t]*(?:\.([\w-]{1,64})|#([^\s"'{}=<>#.]{1,100})|([a-z][a-z-]{0,30})=(?:"([^"{}\n]*)"|'([^'{}\n]*)'|([^\s"'{}=<>`]+)))(?=[ \t]|$)/giy;

/** Values by name; addresses, styles and behaviour are not among them. */
const allowed: Readonly<Record<string, RegExp>> = {
  title: /^/,
  lang: /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i,
  dir: /^(?:ltr|rtl|auto)$/,
  width: /^\d{1,5}$/,
  height: /^\d{1,5}$/,
  loading: /^(?:lazy|eager)$/,
};
const ofPictures: ReadonlySet<string> = new Set(['width', 'height', 'loading']);

/** Elements that Markdown creates for headings, paragraphs, pictures, links and code. */
const firstTag = /^<(h[1-6]|p|pre|a|img|figure|video|audio)((?: [a-z-]+="[^"]*"| [a-z-]+)*)>/;

/** Ids of themes and footnotes begin with an underscore. */
const safeId = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u;

/** Copies of tokens keep it. */
interface WithAttributes {
  givenAttributes?: Attributes;
}

const attributesOf = (token: object): Attributes | undefined =>
  (token as WithAttributes).givenAttributes;

const idsIn = new WeakMap<readonly Token[], ReadonlySet<string>>();

/** `undefined` for other text in braces; `text` is within them. */
export function parseAttributes(text: string): Attributes | undefined {
  const source = text.replace(/^:/, '').trim();
  if (source === '' || text.length > maxLength) return undefined;
  const items = readItems(source);
  if (!items) return undefined;
  const { id, classes, others } = items;
  const given = others.get('class')?.split(/\s+/) ?? [];
  const valid = given.filter((one) => /^[\w-]{1,64}$/.test(one));
  return {
    id: [id ?? others.get('id') ?? ''].find((one) => safeId.test(one)),
    classes: [...new Set([...classes, ...valid])],
    others: new Map([...others].filter(([key, value]) => isAllowed(key, value))),
  };
}

interface Items {
  /** The first one counts. */
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly others: ReadonlyMap<string, string>;
}

function readItems(source: string): Items | undefined {
  let id: string | undefined;
  const classes: string[] = [];
  const others = new Map<string, string>();
  item.lastIndex = 0;
  while (item.lastIndex < source.length) {
    const [, className, name, key, double, single, bare] = item.exec(source) ?? [];
    if (className !== undefined) classes.push(className);
    else if (name !== undefined) id ??= name;
    else if (key === undefined) return undefined;
    else others.set(key.toLowerCase(), double ?? single ?? bare ?? '');
  }
  return { id, classes, others };
}

function isAllowed(name: string, value: string): boolean {
  return Object.hasOwn(allowed, name) && allowed[name]!.test(value);
}

/** Removes attributes from the text of headings, paragraphs, pictures, links and code, and keeps them with the token. */
export function attachAttributes(
  tokens: Token[],
  visit: (each: (token: Token) => void) => void,
): void {
  const ids = new Set<string>();
  const attach = (token: Token, attributes: Attributes) => {
    (token as WithAttributes).givenAttributes = attributes;
    if (attributes.id !== undefined) ids.add(attributes.id);
  };
  visit((token) => {
    for (const list of inlineLists(token)) attachBehind(list, attach);
    if (token.type === 'heading' || token.type === 'paragraph')
      attachEnd(token as WithTokens, attach);
    if (token.type === 'code') attachInfo(token as Tokens.Code, attach);
  });
  idsIn.set(tokens, ids);
}

type Attach = (token: Token, attributes: Attributes) => void;
type WithTokens = Tokens.Heading | Tokens.Paragraph;

function inlineLists(token: Token): readonly Token[][] {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flat().map((cell) => cell.tokens);
  }
  const { tokens } = token as { tokens?: Token[] };
  return tokens ? [tokens] : [];
}

/** Directly behind a picture or link. */
function attachBehind(list: Token[], attach: Attach): void {
  let isCut = false;
  for (const [index, token] of list.entries()) {
    const next = list[index + 1];
    if (!['link', 'image'].includes(token.type) || next?.type !== 'text') continue;
    const [whole, inner] = /^\{([^{}\n]{1,500})\}/.exec(next.raw) ?? [];
    const attributes = inner === undefined ? undefined : parseAttributes(inner);
    if (!attributes || !next.raw.startsWith(whole!)) continue;
    attach(token, attributes);
    setText(next as Tokens.Text, next.raw.slice(whole!.length));
    isCut = true;
  }
  if (isCut) removeEmpty(list);
}

/** At the end of a heading, and on the last line of a paragraph. */
function attachEnd(token: WithTokens, attach: Attach): void {
  const last = token.tokens.at(-1);
  if (last?.type !== 'text' || !/\}[ \t]*$/.test(last.raw.slice(-20))) return;
  const start = last.raw.lastIndexOf('{');
  const before = start < 0 ? '' : last.raw.slice(0, start);
  const gap = token.type === 'heading' ? /(?:^|[ \t])[ \t]*$/ : /\n[ \t]*$/;
  const inner = /^\{([^{}\n]{1,500})\}[ \t]*$/.exec(last.raw.slice(start))?.[1];
  const attributes = inner === undefined ? undefined : parseAttributes(inner);
  if (!attributes || !gap.test(before.slice(-100))) return;
  attach(token, attributes);
  setText(last as Tokens.Text, before.trimEnd());
  removeEmpty(token.tokens);
}

/** ```` ```js {.wide #example} ```` */
function attachInfo(token: Tokens.Code, attach: Attach): void {
  for (const [, inner] of (token.lang ?? '').slice(0, 1_000).matchAll(/\{([^{}]*)\}/g)) {
    const attributes = parseAttributes(inner!);
    if (attributes) return attach(token, attributes);
  }
}

function setText(token: Tokens.Text, text: string): void {
  token.raw = text;
  token.text = text;
}

function removeEmpty(list: Token[]): void {
  const kept = list.filter(({ type, raw }) => type !== 'text' || raw !== '');
  list.length = 0;
  for (const token of kept) list.push(token);
}

/** Adds attributes to the first element of generated HTML. Each id of the text is used once, and headings avoid it. */
export class AttributeWriter {
  readonly ids: ReadonlySet<string>;
  readonly #used = new Set<string>();

  /** `tokens` of the whole text. */
  constructor(tokens: readonly Token[]) {
    this.ids = idsIn.get(tokens) ?? new Set();
  }

  /** The id that the text sets, unless another element has it. */
  takeId(token: Token): string | undefined {
    const id = attributesOf(token)?.id;
    if (id === undefined || this.#used.has(id)) return undefined;
    this.#used.add(id);
    return id;
  }

  /** `hasIds` is false in feeds. */
  write(token: Token, html: string, hasIds: boolean): string {
    const attributes = attributesOf(token);
    if (!attributes) return html;
    return html.replace(firstTag, (_tag, name: string, written: string) => {
      const all = readWritten(written);
      const id = hasIds && !all.has('id') ? this.takeId(token) : undefined;
      if (id !== undefined) all.set('id', escapeHtml(id));
      const classes = [all.get('class') ?? '', ...attributes.classes].filter((one) => one !== '');
      if (classes.length > 0) all.set('class', classes.join(' '));
      for (const [key, value] of attributes.others)
        if (name === 'img' || !ofPictures.has(key)) all.set(key, escapeHtml(value));
      return `<${name}${[...all].map(attributeHtml).join('')}>`;
    });
  }
}

function readWritten(written: string): Map<string, string | undefined> {
  const found = written.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g);
  return new Map([...found].map(([, name, value]) => [name!, value]));
}

function attributeHtml([name, value]: readonly [string, string | undefined]): string {
  return value === undefined ? ` ${name}` : ` ${name}="${value}"`;
}
