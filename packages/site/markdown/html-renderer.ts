import { termSlug } from '@galley/content';
import { Renderer, type Token, type Tokens } from 'marked';
import { fillPlaceholders, interfaceTexts, type InterfaceTexts } from '../texts/interface-texts.ts';
import { Abbreviations } from './abbreviations.ts';
import type { Admonition, AdmonitionRenderer } from './admonitions.ts';
import { AttributeWriter } from './attributes.ts';
import type { BlockHtml, BlockRenderer, PluginBlock } from './block-syntax.ts';
import { parseCallout, type CalloutKind } from './callout.ts';
import { readCodeInfo, wrapLines } from './code-lines.ts';
import { drawingOf, sourceHtml } from './drawings.ts';
import { decodeReferences, escapeHtml, escapeText } from './escape-html.ts';
import { findGallery, splitSize } from './figures.ts';
import {
  footnoteId,
  FootnoteList,
  footnoteReferenceId,
  type FootnoteReference,
  type FootnoteRenderer,
  type ReferencedFootnote,
} from './footnotes.ts';
import { UniqueIds, type Heading } from './headings.ts';
import type { Formula, FormulaRenderer } from './math.ts';
import { findVideoParts, mediaHtml, mediaUseOf, type MediaUse } from './players.ts';
import { isExternal, publicAddress, type AddressOptions } from './public-address.ts';
import { plainSyntax, type TextSyntax } from './text-syntax.ts';

const maxBackLinks = 50;

const maxHeadings = 1_000;

/** Position of the inner text; the first one counts. */
const slot = /<slot\s*(?:\/>|>\s*<\/slot>)/i;

export interface RendererOptions extends AddressOptions {
  /** Defaults to English. */
  readonly lang?: string | undefined;
  /** Defaults to the included ones of the language. */
  readonly texts?: InterfaceTexts | undefined;
  /** Passes raw HTML through. */
  readonly takesHtml: boolean;
  /** Safe HTML, line by line; undefined leaves the block plain. */
  readonly codeHtml?: ((code: Tokens.Code) => string | undefined) | undefined;
  readonly blockHtml?: BlockHtml | undefined;
  readonly syntax?: TextSyntax | undefined;
  /** Elements in place of drawings; null for those that cannot be drawn, and missing where none are drawn. */
  readonly drawingHtml?: ReadonlyMap<Token, string | null> | undefined;
}

export function toPlainText(tokens: readonly Token[]): string {
  return tokens.map(tokenText).join('');
}

function altOf({ text, tokens }: Pick<Tokens.Image, 'text' | 'tokens'>): string {
  return tokens === undefined ? decodeReferences(text) : toPlainText(tokens);
}

function tokenText(token: Token): string {
  if (token.type === 'html') return '';
  if (token.type === 'br') return ' ';
  const { tokens, text } = token as { tokens?: Token[]; text?: string };
  if (tokens !== undefined) return toPlainText(tokens);
  const plain = text ?? '';
  return token.type === 'codespan' || token.type === 'formula' ? plain : decodeReferences(plain);
}

/**
 * Escapes everything except its own markup and passes every address through `publicAddress`: only raw HTML and plugin
 * blocks, which pass through unchanged (`sawHtml`), need a sanitizer. In feeds (`baseUrl`) elements have no ids,
 * because several texts share a page, and addresses point to the document's page.
 */
export class HtmlRenderer
  extends Renderer
  implements FootnoteRenderer, BlockRenderer, AdmonitionRenderer, FormulaRenderer
{
  readonly headings: Heading[] = [];
  /** Raw HTML has passed through. */
  sawHtml = false;
  readonly #options: RendererOptions;
  readonly #ids = new UniqueIds();
  readonly #footnotes: FootnoteList;
  readonly #abbreviations: Abbreviations;
  readonly #attributes: AttributeWriter;

  constructor(tokens: readonly Token[], options: RendererOptions) {
    super();
    this.#options = options;
    this.#footnotes = new FootnoteList(tokens);
    this.#abbreviations = new Abbreviations(tokens);
    this.#attributes = new AttributeWriter(tokens);
    for (const id of this.#attributes.ids) this.#ids.take(id);
  }

  override heading(token: Tokens.Heading): string {
    const { tokens, depth } = token;
    const text = toPlainText(tokens).trim();
    const id = this.#attributes.takeId(token) ?? this.#ids.take(termSlug(text) || 'section');
    if (this.headings.length < maxHeadings) this.headings.push({ id, text, level: depth });
    const inner = this.parser.parseInline(tokens);
    const anchor = text === '' || this.#isInFeed ? '' : this.#anchor(id, text);
    return this.#withAttributes(token, `<h${depth}${this.#id(id)}>${inner}${anchor}</h${depth}>\n`);
  }

  override paragraph(token: Tokens.Paragraph): string {
    return this.#withAttributes(token, this.#paragraph(token));
  }

  #paragraph(token: Tokens.Paragraph): string {
    const [only, ...others] = token.tokens;
    const block = only && others.length === 0 ? this.#block(only) : undefined;
    if (block !== undefined) return block;
    const gallery = findGallery(token.tokens);
    if (gallery) return this.#gallery(gallery);
    const played = findVideoParts(token.tokens);
    const isAlone = only?.type === 'image' && others.length === 0;
    const shown = played?.video ?? (isAlone ? (only as Tokens.Image) : undefined);
    return shown === undefined ? super.paragraph(token) : this.#alone(shown, played?.parts);
  }

  /** HTML of an element that paragraphs may not contain. */
  #block(only: Token): string | undefined {
    if (only.type === 'pluginBlock') return `${this.parser.parseInline([only])}\n`;
    return drawingOf(only, this.#syntax)?.isDisplay ? this.#drawing(only) : undefined;
  }

  #alone(shown: Tokens.Image, parts?: readonly Tokens.Image[]): string {
    const { size } = splitSize(shown.href);
    if (size !== undefined || shown.title) return `${this.#figure(shown, size, parts)}\n`;
    return `<p>${this.#player({ ...shown, title: null }, parts ?? [])}</p>\n`;
  }

  #figure(shown: Tokens.Image, size?: string, parts?: readonly Tokens.Image[]): string {
    const html = this.#player({ ...shown, title: null }, parts ?? []);
    const caption = shown.title ? `<figcaption>${escapeText(shown.title)}</figcaption>` : '';
    return `<figure${size === undefined ? '' : ` class="${size}"`}>${html}${caption}</figure>`;
  }

  #gallery(images: readonly Tokens.Image[]): string {
    const figures = images.map((image) => this.#figure(image));
    return `<figure class="gallery">${figures.join('')}</figure>\n`;
  }

  override blockquote(token: Tokens.Blockquote): string {
    const callout = parseCallout(token);
    if (callout === undefined) return super.blockquote(token);
    return this.#callout(callout.kind, escapeHtml(this.#texts[callout.kind]), callout.tokens);
  }

  admonition({ kind, title, tokens }: Admonition): string {
    const own = this.parser.parseInline([...title]);
    return this.#callout(kind, own || escapeHtml(this.#texts[kind]), tokens);
  }

  #callout(kind: CalloutKind, title: string, tokens: Token[]): string {
    const inner = this.parser.parse(tokens);
    return `<div class="callout callout-${kind}" role="note"><p class="callout-title">${title}</p>\n${inner}</div>\n`;
  }

  formula(token: Formula): string {
    return token.isBlock ? this.#drawing(token) : this.#drawn(token, true);
  }

  /** On lines of its own; scrolls where it is wider than the text. */
  #drawing(token: Token): string {
    const html = this.#drawn(token, false);
    const isShown = this.#options.drawingHtml?.get(token) != null;
    if (!isShown) return html;
    if (token.type === 'code' && drawingOf(token, this.#syntax)?.kind === 'diagram') {
      const label = escapeHtml(this.#texts.diagram);
      return `<figure class="diagram" aria-label="${label}">${html}</figure>\n`;
    }
    return `<div class="math" tabindex="0">${html}</div>\n`;
  }

  #drawn(token: Token, isInline: boolean): string {
    const html = this.#options.drawingHtml?.get(token);
    const notice = html === null ? this.#texts.not_drawn : '';
    return html ?? sourceHtml(drawingOf(token, this.#syntax)!, { isInline, notice });
  }

  override link(token: Tokens.Link): string {
    return this.#withAttributes(token, this.#link(token));
  }

  #link({ href, title, text, tokens, autolink }: Tokens.Link): string {
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

  /** Videos, recordings and PDFs, too. */
  override image(image: Tokens.Image): string {
    return this.#player(image);
  }

  /** `parts` is missing for an image within a line. */
  #player(given: Tokens.Image, parts?: readonly Tokens.Image[]): string {
    return this.#withAttributes(given, this.#playerHtml(given, parts));
  }

  #playerHtml(given: Tokens.Image, parts?: readonly Tokens.Image[]): string {
    const image = { ...given, href: splitSize(given.href).address };
    const { href, title, text, tokens } = image;
    const alt = altOf({ text, tokens });
    const use = mediaUseOf(decodeReferences(href));
    if (use !== undefined) return this.#mediaHtml(image, use, parts);
    const source = publicAddress(decodeReferences(href), 'image', this.#options);
    if (source === undefined) return escapeHtml(alt);
    const attributes = `src="${escapeHtml(source)}" alt="${escapeHtml(alt)}"${titleAttribute(title)}`;
    return `<img ${attributes} loading="lazy" decoding="async">`;
  }

  #mediaHtml(
    { href, text, tokens }: Tokens.Image,
    use: MediaUse,
    given: readonly Tokens.Image[] | undefined,
  ): string {
    const parts = given ?? [];
    const address = (part: Pick<Tokens.Image, 'href'>, of: 'link' | 'image') =>
      publicAddress(decodeReferences(part.href), of, this.#options);
    const alt = altOf({ text, tokens });
    const source = address({ href }, 'link');
    if (source === undefined) return escapeHtml(alt);
    const still = parts.find((part) => mediaUseOf(part.href) === undefined);
    const captions = parts.flatMap((part) => {
      const found = part === still ? undefined : address(part, 'link');
      return found === undefined ? [] : [{ source: found, label: altOf(part) }];
    });
    const poster = still && address(still, 'image');
    return mediaHtml({ use, source, alt, captions, poster, isAlone: given !== undefined });
  }

  override code(token: Tokens.Code): string {
    if (drawingOf(token, this.#syntax)) return this.#drawing(token);
    const info = readCodeInfo(token.lang ?? '');
    const coloured = this.#options.codeHtml?.(token);
    const lines = wrapLines(coloured ?? escapeHtml(token.text.replace(/\n$/, '')), info);
    const numbered = info.isNumbered ? ' numbered' : '';
    const language = info.language === '' ? '' : ` class="language-${escapeHtml(info.language)}"`;
    const html = `<pre class="highlight${numbered}" tabindex="0"><code${language}>${lines}</code></pre>\n`;
    return this.#withAttributes(token, html);
  }

  override codespan({ text }: Tokens.Codespan): string {
    return `<code>${escapeHtml(text)}</code>`;
  }

  override html(token: Tokens.HTML | Tokens.Tag): string {
    if (this.#options.takesHtml) {
      this.sawHtml = true;
      return super.html(token);
    }
    const shown = escapeHtml(token.text);
    return token.block === true ? `<p>${shown.trim()}</p>\n` : shown;
  }

  /** A symbol instead of a disabled form control. */
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
    // The lexer wrongly marks text in raw `<pre>` as escaped.
    return this.#abbreviations.explain(token.text);
  }

  pluginBlock(token: PluginBlock): string {
    const html = this.#options.blockHtml?.get(token);
    if (html === undefined)
      return token.isInline ? escapeHtml(token.raw) : this.parser.parse(token.tokens);
    this.sawHtml = true;
    const whole = html.replace(slot, () => this.parser.parse(token.tokens));
    return token.isInline ? whole : `${whole}\n`;
  }

  footnoteReference({ label }: FootnoteReference): string {
    const { number, times } = this.#footnotes.name(label);
    const name = escapeHtml(fillPlaceholders(this.#texts.footnote, { number }));
    const id = this.#id(footnoteReferenceId(number, times));
    return `<sup class="footnote-ref"><a${id} href="${this.#here(footnoteId(number))}" role="doc-noteref" aria-label="${name}">${number}</a></sup>`;
  }

  footnotes(): string {
    const shown: { readonly note: ReferencedFootnote; readonly html: string }[] = [];
    for (const note of this.#footnotes.named()) {
      shown.push({ note, html: this.parser.parse([...note.tokens]) });
    }
    if (shown.length === 0) return '';
    const items = shown.map(({ note, html }) => this.#footnote(note, html)).join('');
    const label = escapeHtml(this.#texts.footnotes);
    return `<section class="footnotes" role="doc-endnotes" aria-label="${label}">\n<ol>\n${items}</ol>\n</section>\n`;
  }

  #footnote({ number, times }: ReferencedFootnote, html: string): string {
    const back = Array.from({ length: Math.min(times, maxBackLinks) }, (_, index) =>
      this.#backLink(number, index + 1),
    );
    const [, before = html, end = ''] = /^(.*)(<\/p>\n)$/s.exec(html) ?? [];
    return `<li${this.#id(footnoteId(number))}>${before}${back.join('')}${end}</li>\n`;
  }

  #backLink(number: number, time: number): string {
    const name = escapeHtml(fillPlaceholders(this.#texts.footnote_back, { number }));
    const href = this.#here(footnoteReferenceId(number, time));
    // The variation selector prevents an emoji arrow.
    const sign = time === 1 ? '↩\ufe0e' : `↩\ufe0e<sup>${time}</sup>`;
    return ` <a class="footnote-back" href="${href}" role="doc-backlink" aria-label="${name}">${sign}</a>`;
  }

  #anchor(id: string, text: string): string {
    const name = fillPlaceholders(this.#texts.heading_link, { heading: text });
    return ` <a class="anchor" href="#${escapeHtml(id)}" aria-label="${escapeHtml(name)}">#</a>`;
  }

  #withAttributes(token: Token, html: string): string {
    return this.#attributes.write(token, html, !this.#isInFeed);
  }

  #id(id: string): string {
    return this.#isInFeed ? '' : ` id="${escapeHtml(id)}"`;
  }

  #here(id: string): string {
    return escapeHtml(publicAddress(`#${id}`, 'link', this.#options) ?? '');
  }

  get #syntax(): TextSyntax {
    return this.#options.syntax ?? plainSyntax;
  }

  get #isInFeed(): boolean {
    return this.#options.baseUrl !== undefined;
  }

  get #texts(): InterfaceTexts {
    return this.#options.texts ?? interfaceTexts(this.#options.lang ?? 'en');
  }
}

function titleAttribute(title: string | null | undefined): string {
  return title ? ` title="${escapeText(title)}"` : '';
}
