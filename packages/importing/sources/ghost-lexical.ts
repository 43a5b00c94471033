import { renderCard, type Card } from './ghost-cards.ts';
import { element, escapeHtml } from './html.ts';

export interface RenderedBody {
  readonly html: string;
  /** Kinds of parts that were left out. */
  readonly unknown: readonly string[];
}

/** Deeper texts are hostile. */
const maxDepth = 100;

const formats = [
  [1, 'strong'],
  [2, 'em'],
  [4, 's'],
  [16, 'code'],
  [32, 'sub'],
  [64, 'sup'],
] as const;

type Wrap = (node: Card, inner: string) => string;

const within =
  (name: string): Wrap =>
  (_node, inner) =>
    element(name, {}, inner);
const heading: Wrap = ({ tag }, inner) =>
  element(typeof tag === 'string' && /^h[1-6]$/.test(tag) ? tag : 'h2', {}, inner);
const link: Wrap = ({ url, title }, inner) => element('a', { href: url, title }, inner);

const wrappers: Readonly<Record<string, Wrap>> = {
  paragraph: within('p'),
  quote: within('blockquote'),
  'extended-quote': within('blockquote'),
  aside: within('blockquote'),
  listitem: within('li'),
  heading,
  'extended-heading': heading,
  link,
  autolink: link,
  list: (node, inner) => element(node['listType'] === 'number' ? 'ol' : 'ul', {}, inner),
};

const leaves: Readonly<Record<string, (node: Card) => string>> = {
  text: textOf,
  'extended-text': textOf,
  linebreak: () => '<br>',
  tab: () => ' ',
};

/** @throws `SyntaxError` for broken JSON */
export function renderLexical(json: string): RenderedBody {
  const unknown = new Set<string>();
  const { root } = JSON.parse(json) as { readonly root?: Card };
  const render = (node: Card, depth: number): string => {
    if (depth > maxDepth) return '';
    const type = String(node['type']);
    const inner = (): string =>
      childrenOf(node)
        .map((one) => render(one, depth + 1))
        .join('');
    if (Object.hasOwn(leaves, type)) return leaves[type]!(node);
    if (Object.hasOwn(wrappers, type)) return wrappers[type]!(node, inner());
    const card = renderCard(type, node);
    if (card === undefined) unknown.add(type);
    return card ?? inner();
  };
  const html = root
    ? childrenOf(root)
        .map((node) => render(node, 0))
        .join('\n')
    : '';
  return { html, unknown: [...unknown] };
}

function childrenOf(node: Card): readonly Card[] {
  const children = node['children'];
  return Array.isArray(children)
    ? children.filter((one): one is Card => typeof one === 'object' && one !== null)
    : [];
}

function textOf(node: Card): string {
  const format = Number(node['format'] ?? 0);
  const text = typeof node['text'] === 'string' ? node['text'] : '';
  return formats
    .filter(([bit]) => (format & bit) !== 0)
    .reduceRight((inner, [, name]) => element(name, {}, inner), escapeHtml(text));
}
