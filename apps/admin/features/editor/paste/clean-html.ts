import { cleanImages, cleanLinks, type CleanedImages } from './clean-links.ts';
import { collapseSpaces, convertStyles } from './clean-marks.ts';
import { convertTables } from './clean-tables.ts';
import {
  findAll,
  isBlank,
  isBlock,
  isElement,
  isText,
  rename,
  styleOf,
  tagOf,
  unwrap,
} from './dom.ts';
import { convertFootnotes } from './footnotes.ts';
import { convertWordLists, nestSiblingLists } from './word-lists.ts';

const junk =
  'script, style, meta, link, title, template, noscript, svg, math, button, select, textarea, object, embed, base, ' +
  'input:not([type=checkbox]), [hidden], .gmail_signature, .moz-signature, #Signature, a[aria-hidden=true], .sr-only, ' +
  '.visually-hidden, xml';

export interface PasteTarget {
  /** Number of the next footnote of the document. */
  readonly firstFootnote: number;
  readonly isInTable: boolean;
}

/** Turns the HTML of word processors, mail and web pages into plain semantic HTML, in place. */
export function cleanHtml(
  root: HTMLElement,
  { firstFootnote, isInTable }: PasteTarget,
): CleanedImages {
  removeJunk(root);
  convertCheckboxes(root);
  convertWordLists(root);
  nestSiblingLists(root);
  convertFootnotes(root, firstFootnote);
  convertCode(root);
  convertStyles(root);
  convertTables(root, isInTable);
  cleanLinks(root);
  const images = cleanImages(root);
  releaseToggles(root);
  tightenItems(root);
  shiftHeadings(root);
  collapseSpaces(root);
  convertBreaks(root);
  return images;
}

function removeJunk(root: HTMLElement): void {
  const hasOnlySignature = isBlank(root) || root.children.length === 0;
  if (!hasOnlySignature) for (const element of findAll(root, junk)) element.remove();
  removeComments(root);
  for (const element of findAll(root, '[data-style]'))
    if (styleOf(element, 'display') === 'none' || styleOf(element, 'mso-hide') === 'all')
      element.remove();
  // `o:p` of Word, and elements of web components.
  for (const element of findAll(root, '*')) if (tagOf(element).includes(':')) unwrap(element);
  // Chrome marks line breaks of copied fragments.
  for (const element of findAll(root, 'br.Apple-interchange-newline')) element.remove();
}

function removeComments(node: Node): void {
  for (const child of [...node.childNodes])
    if (child.nodeType === 8) child.remove();
    else removeComments(child);
}

/** Tasks of GitHub, Google Docs and Notion. */
function convertCheckboxes(root: HTMLElement): void {
  for (const item of findAll(root, 'li[role=checkbox]')) {
    findAll(item, 'img')[0]?.remove();
    addCheckbox(item, item.getAttribute('aria-checked') === 'true');
  }
  for (const box of findAll(root, 'li .checkbox')) {
    const item = box.closest<HTMLElement>('li')!;
    addCheckbox(item, box.classList.contains('checkbox-on'));
    box.remove();
  }
  for (const item of findAll(root, 'li')) {
    const text = firstText(item);
    const written = /^\s*\[([ xX]?)\]\s/.exec(text?.data ?? '');
    if (!text || !written) continue;
    text.data = text.data.slice(written[0].length);
    addCheckbox(item, /x/i.test(written[1]!));
  }
}

function addCheckbox(item: HTMLElement, isChecked: boolean): void {
  const box = item.ownerDocument.createElement('input');
  box.setAttribute('type', 'checkbox');
  if (isChecked) box.setAttribute('checked', '');
  item.prepend(box);
}

function firstText(node: Node): Text | undefined {
  for (const child of node.childNodes) {
    if (isText(child) && !isBlank(child)) return child;
    if (!isElement(child)) continue;
    return /^[uo]l$/.test(tagOf(child)) ? undefined : firstText(child);
  }
  return undefined;
}

const languageClass = /(?:^|\s)(?:language|lang|highlight-source|brush:)-?\s*([\w+#.-]+)/;

function convertCode(root: HTMLElement): void {
  for (const block of findAll(root, 'pre')) {
    for (const line of findAll(block, 'br')) line.replaceWith('\n');
    for (const line of findAll(block, 'div, p')) line.after('\n');
    const around = [...findAll(block, 'code'), block, block.parentElement, block.closest('figure')];
    const language =
      block.getAttribute('data-language') ??
      around.map((element) => languageClass.exec(element?.className ?? '')?.[1]).find(Boolean);
    block.textContent = (block.textContent ?? '').replace(/\u00A0/g, ' ');
    if (language) block.setAttribute('data-language', language);
  }
}

/** An item of one paragraph is written without it, so that the list is tight. */
function tightenItems(root: HTMLElement): void {
  for (const item of findAll(root, 'li')) {
    const blocks = [...item.children].filter((child) => !/^[uo]l$/.test(tagOf(child)));
    const [only] = blocks.filter(isBlock);
    const hasOne = blocks.filter(isBlock).length === 1;
    const isFirst = contentOf(item).find((child) => tagOf(child) !== 'input') === only;
    if (hasOne && only && isFirst && /^(?:p|div)$/.test(tagOf(only))) unwrap(only);
  }
}

/** Toggles of Notion are a list of `details`. */
function releaseToggles(root: HTMLElement): void {
  for (const item of findAll(root, 'li')) {
    const [only, ...others] = contentOf(item);
    if (only && tagOf(only) === 'details' && others.length === 0) {
      const list = item.parentElement!;
      unwrap(item);
      if (![...list.children].some((child) => tagOf(child) === 'li')) unwrap(list);
    }
  }
}

function contentOf(node: Node): ChildNode[] {
  return [...node.childNodes].filter((child) => !isText(child) || !isBlank(child));
}

/** The title is the only heading of the first level. */
function shiftHeadings(root: HTMLElement): void {
  if (!root.querySelector('h1')) return;
  for (const level of [5, 4, 3, 2, 1])
    for (const heading of findAll(root, `h${level}`)) rename(heading, `h${level + 1}`);
}

/** Two breaks end a paragraph; breaks at the end of a block have no effect. */
function convertBreaks(root: HTMLElement): void {
  for (const element of findAll(root, 'br')) {
    if (!element.isConnected) continue;
    const next = following(element);
    if (!next || isBlock(next)) element.remove();
    else if (tagOf(next) === 'br' && !element.closest('td, th, h2, h3, h4, h5, h6')) {
      element.dataset['paragraph'] = '';
      let more: Node | null = next;
      while (more && tagOf(more) === 'br') {
        (more as HTMLElement).remove();
        more = following(element);
      }
    }
  }
}

/** The next thing in the same block. */
function following(node: Node): Node | null {
  let next = node.nextSibling;
  while (next && isText(next) && next.data.trim() === '') next = next.nextSibling;
  if (next) return next;
  const parent = node.parentNode;
  return parent && !isBlock(parent) ? following(parent) : null;
}
