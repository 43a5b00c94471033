const blocks = new Set(
  (
    'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Parsed documents inherit the page's policy, which reports each inline style; scripts in them do not run. */
export function parseHtml(html: string): Document {
  const withoutStyles = html
    .replace(/<style\b[^]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style='));
  return new DOMParser().parseFromString(withoutStyles, 'text/html');
}

/** In lower case, whatever the document's kind. */
export function tagOf(node: Node): string {
  return node.nodeName.toLowerCase();
}

export function isElement(node: Node | null): node is HTMLElement {
  return node?.nodeType === 1;
}

export function isText(node: Node | null): node is Text {
  return node?.nodeType === 3;
}

export function isBlock(node: Node): boolean {
  return blocks.has(tagOf(node));
}

/** Live collections would change while their elements are replaced. */
export function findAll(root: ParentNode, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)];
}

export function closest(node: Node, isWanted: (node: Node) => boolean): HTMLElement | null {
  let found = node.parentNode;
  while (found && !isWanted(found)) found = found.parentNode;
  return isElement(found) ? found : null;
}

/** Replaces the element by its children. */
export function unwrap(element: Element): void {
  while (element.firstChild) element.parentNode!.insertBefore(element.firstChild, element);
  element.remove();
}

/** Moves the children into a new element around them. */
export function wrapChildren(element: Element, tag: string): void {
  const made = element.ownerDocument.createElement(tag);
  while (element.firstChild) made.append(element.firstChild);
  element.append(made);
}

export function rename(element: Element, tag: string): HTMLElement {
  const made = element.ownerDocument.createElement(tag);
  while (element.firstChild) made.append(element.firstChild);
  element.replaceWith(made);
  return made;
}

/** Declaration of the inline style, in lower case; empty without one. */
export function styleOf(element: Element, property: string): string {
  const style = element.getAttribute('data-style') ?? '';
  const found = new RegExp(`(?:^|;)\\s*${property}\\s*:([^;]*)`, 'i').exec(style);
  return found?.[1]?.trim().toLowerCase() ?? '';
}

export function isBlank(node: Node): boolean {
  return !/[^\s\u200B\uFEFF]/.test(node.textContent ?? '');
}
