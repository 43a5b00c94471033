import TurndownService from 'turndown';
import { cleanHtml, type PasteTarget } from './clean-html.ts';
import type { CleanedImages } from './clean-links.ts';
import { findAll, isBlank, parseHtml, tagOf } from './dom.ts';
import { escapeTexts } from './escape-text.ts';
import { rules } from './markdown-rules.ts';

export interface Converted extends CleanedImages {
  readonly markdown: string;
}

const service = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  hr: '---',
});
// Texts are escaped before, where their surroundings are known.
service.escape = (text) => text;
service.remove(['summary']);
for (const [name, rule] of Object.entries(rules)) service.addRule(name, rule);

/** Undefined for HTML without structure: its plain text says the same, and may be Markdown itself. */
export function htmlToMarkdown(html: string, target: PasteTarget): Converted | undefined {
  const { body } = parseHtml(html);
  if (isSourceCode(body)) return undefined;
  const images = cleanHtml(body, target);
  const isPlain = !hasStructure(body);
  if (isPlain && body.querySelectorAll('p').length < 2) return undefined;
  captionFigures(body);
  // Paragraphs of Markdown source stay as they were written.
  if (!isPlain) escapeTexts(body);
  return { markdown: service.turndown(body).trim(), ...images };
}

const structure =
  'h1, h2, h3, h4, h5, h6, b, strong, i, em, del, s, strike, code, pre, ul, ol, blockquote, table, a, img, hr, sub, ' +
  'sup, kbd, mark, details, dl, iframe, video, audio, [data-reference], [data-upload]';

function hasStructure(root: HTMLElement): boolean {
  return root.querySelector(structure) !== null;
}

/** VS Code, JetBrains and others copy their text with colours, in one block. */
function isSourceCode(root: HTMLElement): boolean {
  const [only, ...others] = [...root.children].filter(
    (child) => !/^(?:meta|style|br)$/.test(tagOf(child)),
  );
  if (!only || others.length > 0) return false;
  const style = only.getAttribute('data-style') ?? '';
  const isFixed = /font-family:[^;]*(?:mono|consolas|courier|menlo)/i.test(style);
  const isCode = /white-space:\s*pre/.test(style) || tagOf(only) === 'pre';
  return (
    isFixed &&
    isCode &&
    findAll(only, '*').every((part) => /^(?:div|span|br|b|i)$/.test(tagOf(part)))
  );
}

/** The title of an image alone in its paragraph is its caption. */
function captionFigures(root: HTMLElement): void {
  for (const figure of findAll(root, 'figure')) {
    const images = findAll(figure, 'img');
    const caption = figure.querySelector('figcaption');
    if (!caption || images.length !== 1 || isBlank(caption)) continue;
    images[0]!.dataset['caption'] = (caption.textContent ?? '').trim();
    caption.remove();
  }
}
