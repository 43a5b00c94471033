import {
  findAll,
  isBlank,
  isBlock,
  isElement,
  isText,
  styleOf,
  tagOf,
  unwrap,
  wrapChildren,
} from './dom.ts';

const monospaced = /mono|courier|consolas|menlo/;

/** Text styles of spans become elements, and elements without an effect go. */
export function convertStyles(root: HTMLElement): void {
  for (const element of findAll(root, 'b, strong'))
    if (/^(?:normal|[1-4]00)$/.test(styleOf(element, 'font-weight'))) unwrap(element);
  for (const element of findAll(root, 'i, em'))
    if (styleOf(element, 'font-style') === 'normal') unwrap(element);
  for (const element of findAll(root, 'span:not([data-reference]), font, u, ins')) {
    if (!isBlank(element)) for (const tag of tagsOf(element)) wrapChildren(element, tag);
    unwrap(element);
  }
  for (const element of findAll(root, ':is(h1, h2, h3, h4, h5, h6, th) :is(b, strong)'))
    unwrap(element);
  for (const tag of ['b', 'strong', 'i', 'em', 's', 'strike', 'del', 'code'])
    for (const element of findAll(root, tag)) joinMark(element);
}

function tagsOf(element: HTMLElement): string[] {
  if (element.closest('pre, code')) return [];
  const weight = styleOf(element, 'font-weight');
  const decoration =
    styleOf(element, 'text-decoration') || styleOf(element, 'text-decoration-line');
  const script = styleOf(element, 'vertical-align');
  const isCode =
    monospaced.test(styleOf(element, 'font-family')) || element.classList.contains('inline-code');
  return [
    ...(/^bold|^[6-9]00/.test(weight) ? ['strong'] : []),
    ...(styleOf(element, 'font-style') === 'italic' ? ['em'] : []),
    ...(decoration.includes('line-through') ? ['del'] : []),
    ...(isCode ? ['code'] : []),
    ...(script === 'super' && !element.closest('sup') ? ['sup'] : []),
    ...(script === 'sub' && !element.closest('sub') ? ['sub'] : []),
  ];
}

const kinds: Readonly<Record<string, string>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  s: 'del',
  strike: 'del',
  del: 'del',
  code: 'code',
};

function kindOf(node: Node | null): string | undefined {
  return node ? kinds[tagOf(node)] : undefined;
}

/** `**a****b**` would not be bold: equal marks side by side are one, and one in another goes. */
function joinMark(element: HTMLElement): void {
  const kind = kindOf(element);
  let outer = element.parentNode;
  while (outer && kindOf(outer) !== kind) outer = outer.parentNode;
  if (outer || [...element.querySelectorAll('*')].some(isBlock)) {
    pushInward(element, kind!, outer !== null);
    return;
  }
  while (isElement(element.nextSibling) && kindOf(element.nextSibling) === kind) {
    const next = element.nextSibling;
    element.append(...next.childNodes);
    next.remove();
  }
}

/** A mark around paragraphs marks the text of each. */
function pushInward(element: HTMLElement, kind: string, isRedundant: boolean): void {
  if (!isRedundant)
    for (const block of [...element.querySelectorAll<HTMLElement>('p, li, td')])
      if (!isBlank(block) && ![...block.querySelectorAll('*')].some(isBlock))
        wrapChildren(block, kind);
  unwrap(element);
}

const narrow = /\u00A0(?![!?:;»%€°])(?<!«\u00A0)(?<!\d\u00A0(?=\d))/g;

/** As a browser shows it: line breaks of the source are spaces, and blocks start without one. */
export function collapseSpaces(root: HTMLElement): void {
  let isAfterSpace = true;
  const visit = (node: Node): void => {
    if (isText(node)) {
      const text = node.data
        .replace(/[\u200B\uFEFF]/g, '')
        .replace(narrow, ' ')
        .replace(/[ \t\r\n\f]+/g, ' ');
      node.data = isAfterSpace ? text.replace(/^ /, '') : text;
      if (node.data !== '') isAfterSpace = node.data.endsWith(' ');
      return;
    }
    const tag = tagOf(node);
    if (tag === 'pre') return;
    if (tag === 'img') isAfterSpace = false;
    // A checkbox ends with a space.
    if (tag === 'input') isAfterSpace = true;
    const isBreak = isBlock(node) || tag === 'br';
    if (isBreak) isAfterSpace = true;
    node.childNodes.forEach(visit);
    if (isBreak) isAfterSpace = true;
  };
  visit(root);
}
