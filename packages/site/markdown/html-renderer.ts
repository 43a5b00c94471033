import { termSlug } from '@galley/content';
import { Renderer, type Token, type Tokens } from 'marked';
import { decodeReferences, escapeHtml, escapeText } from './escape-html.ts';
import { isExternal, publicAddress, type AddressOptions } from './public-address.ts';

export interface Heading {
  readonly id: string;
  readonly text: string;
  /** 1 to 6. */
  readonly level: number;
}

/** The text of tokens without any markup, as a person reads it. */
export function plainText(tokens: readonly Token[]): string {
  return tokens.map(tokenText).join('');
}

function tokenText(token: Token): string {
  if (token.type === 'html') return '';
  if (token.type === 'br') return ' ';
  const { tokens, text } = token as { tokens?: Token[]; text?: string };
  if (tokens !== undefined) return plainText(tokens);
  const plain = text ?? '';
  return token.type === 'codespan' ? plain : decodeReferences(plain);
}

/**
 * Markdown's elements as HTML. Whatever is not markup of this class's own making is escaped, and every address goes
 * through `publicAddress`, so that what comes out needs no sanitizer unless the document holds raw HTML, which `html`
 * passes through untouched: the caller must sanitize then (`hasRawHtml`).
 */
export class HtmlRenderer extends Renderer {
  readonly headings: Heading[] = [];
  readonly #options: AddressOptions;
  readonly #ids = new Map<string, number>();

  constructor(options: AddressOptions) {
    super();
    this.#options = options;
  }

  override heading({ tokens, depth }: Tokens.Heading): string {
    const text = plainText(tokens).trim();
    const id = this.#uniqueId(termSlug(text) || 'section');
    this.headings.push({ id, text, level: depth });
    return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  }

  override paragraph(token: Tokens.Paragraph): string {
    const [only, ...others] = token.tokens;
    if (only?.type !== 'image' || others.length > 0 || !only.title) return super.paragraph(token);
    const caption = escapeText(String(only.title));
    const picture = this.image({ ...(only as Tokens.Image), title: null });
    return `<figure>${picture}<figcaption>${caption}</figcaption></figure>\n`;
  }

  override link({ href, title, text, tokens, autolink }: Tokens.Link): string {
    const inner = autolink === true ? escapeHtml(text) : this.parser.parseInline(tokens);
    const target = publicAddress(
      autolink === true ? href : decodeReferences(href),
      'link',
      this.#options,
    );
    if (target === undefined) return inner;
    const rel = isExternal(target) ? ' rel="noopener"' : '';
    return `<a href="${escapeHtml(target)}"${titleAttribute(title)}${rel}>${inner}</a>`;
  }

  override image({ href, title, text, tokens }: Tokens.Image): string {
    const alt = tokens === undefined ? decodeReferences(text) : plainText(tokens);
    const source = publicAddress(decodeReferences(href), 'image', this.#options);
    if (source === undefined) return escapeHtml(alt);
    const attributes = `src="${escapeHtml(source)}" alt="${escapeHtml(alt)}"${titleAttribute(title)}`;
    return `<img ${attributes} loading="lazy" decoding="async">`;
  }

  override code({ text, lang }: Tokens.Code): string {
    const language = /^[\p{Letter}\d+#._-]+/u.exec(lang ?? '')?.[0];
    const name = language === undefined ? '' : ` class="language-${escapeHtml(language)}"`;
    return `<pre tabindex="0"><code${name}>${escapeHtml(text.replace(/\n$/, ''))}\n</code></pre>\n`;
  }

  override codespan({ text }: Tokens.Codespan): string {
    return `<code>${escapeHtml(text)}</code>`;
  }

  /** No form control: a box that cannot be ticked is a sign, not an input. */
  override checkbox({ checked }: Tokens.Checkbox): string {
    return `<span class="task">${checked ? '☑' : '☐'}</span> `;
  }

  override table(token: Tokens.Table): string {
    return `<div class="table-scroll" tabindex="0">${super.table(token)}</div>\n`;
  }

  override tablecell({ tokens, header, align }: Tokens.TableCell): string {
    const tag = header ? 'th' : 'td';
    const scope = header ? ' scope="col"' : '';
    const alignment = align === null ? '' : ` class="align-${align}"`;
    return `<${tag}${scope}${alignment}>${this.parser.parseInline(tokens)}</${tag}>\n`;
  }

  override text(token: Tokens.Text | Tokens.Escape): string {
    if ('tokens' in token && token.tokens !== undefined)
      return this.parser.parseInline(token.tokens);
    // The lexer marks text inside a raw `<pre>` as escaped when it is not; it is escaped here all the same.
    return escapeText(token.text);
  }

  #uniqueId(wanted: string): string {
    let count = this.#ids.get(wanted) ?? 1;
    let id = count === 1 ? wanted : `${wanted}-${count}`;
    while (count > 1 && this.#ids.has(id)) id = `${wanted}-${(count += 1)}`;
    this.#ids.set(wanted, count + 1);
    if (id !== wanted) this.#ids.set(id, 2);
    return id;
  }
}

function titleAttribute(title: string | null | undefined): string {
  return title ? ` title="${escapeText(title)}"` : '';
}
