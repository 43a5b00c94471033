import type { MarkedExtension, Token } from 'marked';
import { escapeHtml, escapeText } from './escape-html.ts';

const definition = /^ {0,3}\*\[([^[\]\n]{1,100})\]:[ \t]*([^\n]{0,500})(?:\n|$)/;

/** Per text; a text is searched for all of them at once. */
const maxAbbreviations = 500;

const definedIn = new WeakMap<readonly Token[], Map<string, string>>();

/** `*[HTML]: HyperText Markup Language`, as in PHP Markdown Extra; the first definition counts. */
export const abbreviationSyntax: MarkedExtension = {
  extensions: [
    {
      name: 'abbreviation',
      level: 'block',
      tokenizer(source) {
        const [raw, written, meaning] = definition.exec(source) ?? [];
        const name = written?.trim() ?? '';
        if (raw === undefined || name === '') return undefined;
        const known = definedIn.get(this.lexer.tokens) ?? new Map<string, string>();
        definedIn.set(this.lexer.tokens, known);
        if (!known.has(name) && known.size < maxAbbreviations) known.set(name, meaning!.trim());
        return { type: 'abbreviation', raw };
      },
      renderer: () => '',
    },
  ],
};

/** Those that a text defines. */
export class Abbreviations {
  readonly #meanings: ReadonlyMap<string, string>;
  readonly #pattern: RegExp | undefined;

  /** `tokens` of the whole text. */
  constructor(tokens: readonly Token[]) {
    this.#meanings = definedIn.get(tokens) ?? new Map();
    // Longer ones first, because they may begin with shorter ones.
    const names = [...this.#meanings.keys()].sort((one, other) => other.length - one.length);
    const choice = names.map((name) => RegExp.escape(name)).join('|');
    this.#pattern =
      names.length === 0
        ? undefined
        : new RegExp(`(?<![\\p{L}\\p{N}_&#])(?:${choice})(?![\\p{L}\\p{N}_])`, 'gu');
  }

  /** Escaped as `escapeText` does. */
  explain(text: string): string {
    if (this.#pattern === undefined) return escapeText(text);
    let html = '';
    let end = 0;
    for (const { 0: name, index } of text.matchAll(this.#pattern)) {
      html += escapeText(text.slice(end, index)) + this.#element(name);
      end = index + name.length;
    }
    return html + escapeText(text.slice(end));
  }

  #element(name: string): string {
    const meaning = this.#meanings.get(name) ?? '';
    const title = meaning === '' ? '' : ` title="${escapeHtml(meaning)}"`;
    return `<abbr${title}>${escapeText(name)}</abbr>`;
  }
}
