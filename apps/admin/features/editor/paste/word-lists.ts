import { findAll, isBlank, isElement, styleOf, unwrap } from './dom.ts';

interface Item {
  readonly element: HTMLElement;
  readonly level: number;
  readonly isOrdered: boolean;
  readonly start: number;
}

/** Word writes list items as paragraphs with `mso-list:l0 level2 lfo1` and the bullet as text. */
export function convertWordLists(root: HTMLElement): void {
  const paragraphs = findAll(root, '[data-style*="mso-list"]').filter((element) =>
    /\blevel\d/.test(styleOf(element, 'mso-list')),
  );
  const isListed = new Set<Node>(paragraphs);
  for (const first of paragraphs) {
    if (!first.isConnected || previousOf(first, isListed)) continue;
    const items: Item[] = [];
    let next: Element | null = first;
    while (next && isListed.has(next)) {
      items.push(readItem(next as HTMLElement));
      next = next.nextElementSibling;
    }
    const place = root.ownerDocument.createElement('div');
    first.replaceWith(place);
    place.append(...buildLists(items, root.ownerDocument));
    unwrap(place);
  }
}

function previousOf(element: Element, isListed: ReadonlySet<Node>): boolean {
  const before = element.previousElementSibling;
  return before !== null && isListed.has(before);
}

function readItem(element: HTMLElement): Item {
  const level = Number(/\blevel(\d)/.exec(styleOf(element, 'mso-list'))?.[1] ?? 1);
  const [bullet] = findAll(element, '[data-style*="mso-list"]').filter(
    (part) => styleOf(part, 'mso-list') === 'ignore',
  );
  const marker = (bullet?.textContent ?? '').trim();
  bullet?.remove();
  // `o` is the round bullet of the second level.
  const isOrdered = /^\(?(?:\d+|[a-z]|[ivxlc]+)[.)]$/i.test(marker);
  return { element, level, isOrdered, start: Number(/^\d+/.exec(marker)?.[0] ?? 1) };
}

interface OpenList {
  readonly list: HTMLElement;
  readonly level: number;
}

function buildLists(items: readonly Item[], document: Document): HTMLElement[] {
  const lists: HTMLElement[] = [];
  const open: OpenList[] = [];
  for (const item of items) {
    while (open.length > 0 && open.at(-1)!.level > item.level) open.pop();
    const tag = item.isOrdered ? 'ol' : 'ul';
    const current = open.at(-1);
    if (current?.level === item.level && current.list.localName !== tag) open.pop();
    if (open.at(-1)?.level !== item.level) openList({ open, lists, tag }, item, document);
    open.at(-1)!.list.append(asListItem(item.element, document));
  }
  return lists;
}

/** In the last item of the list around it. */
function openList(
  { open, lists, tag }: { open: OpenList[]; lists: HTMLElement[]; tag: string },
  { isOrdered, start, level }: Item,
  document: Document,
): void {
  const list = document.createElement(tag);
  if (isOrdered && start > 1) list.setAttribute('start', String(start));
  const parent = open.at(-1)?.list.lastElementChild;
  if (parent) parent.append(list);
  else lists.push(list);
  open.push({ list, level });
}

function asListItem(paragraph: HTMLElement, document: Document): HTMLElement {
  const item = document.createElement('li');
  while (paragraph.firstChild) item.append(paragraph.firstChild);
  paragraph.remove();
  return item;
}

/** Google Docs and old web pages put a nested list beside its item; HTML wants it inside. */
export function nestSiblingLists(root: HTMLElement): void {
  for (const list of findAll(root, 'ul > ul, ul > ol, ol > ul, ol > ol')) {
    const before = list.previousElementSibling;
    if (before?.localName === 'li') before.append(list);
    else if (before && /^[uo]l$/.test(before.localName)) before.append(...list.childNodes);
    else {
      const item = root.ownerDocument.createElement('li');
      list.replaceWith(item);
      item.append(list);
    }
  }
  nestByLevel(root);
  joinLists(root);
}

/** Items of one list with different `aria-level`, or further indented, as some apps copy them. */
function nestByLevel(root: HTMLElement): void {
  for (const list of findAll(root, 'ul, ol')) {
    const items = [...list.children].filter(({ localName }) => localName === 'li');
    const levels = items.map(levelOf);
    const least = Math.min(...levels);
    if (levels.every((level) => level === least)) continue;
    const open: { readonly list: Element; readonly level: number }[] = [{ list, level: least }];
    for (const [place, item] of items.entries()) {
      const level = levels[place]!;
      while (open.length > 1 && open.at(-1)!.level > level) open.pop();
      const { list: current, level: currentLevel } = open.at(-1)!;
      const parent = current === list ? item.previousElementSibling : current.lastElementChild;
      if (level > currentLevel && parent) {
        const nested = root.ownerDocument.createElement(list.localName);
        parent.append(nested);
        open.push({ list: nested, level });
      }
      const target = open.at(-1)!.list;
      if (target !== list) target.append(item);
    }
  }
}

function levelOf(item: Element): number {
  const level = Number(item.getAttribute('aria-level'));
  if (level > 0) return level;
  const indent = styleOf(item, 'margin-left') || styleOf(item, 'padding-left');
  return indent === '' ? 0 : Number.parseFloat(indent) || 0;
}

/** Two lists of the same kind in a row are one, as in Markdown. */
function joinLists(root: HTMLElement): void {
  for (const list of findAll(root, 'ul, ol')) {
    let before: Node | null = list.previousSibling;
    while (before && !isElement(before) && isBlank(before)) before = before.previousSibling;
    if (!isElement(before) || before.localName !== list.localName) continue;
    if (!list.hasAttribute('start')) {
      before.append(...list.childNodes);
      list.remove();
    }
  }
}
