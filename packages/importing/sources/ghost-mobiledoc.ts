import { htmlToMarkdown } from '../html-to-markdown.ts';
import { renderCard, type Card } from './ghost-cards.ts';
import type { RenderedBody } from './ghost-lexical.ts';
import { element, escapeHtml } from './html.ts';

interface Mobiledoc {
  readonly atoms?: readonly (readonly [string, string, Card])[];
  readonly cards?: readonly (readonly [string, Card])[];
  readonly markups?: readonly (readonly [string, (readonly string[])?])[];
  readonly sections?: readonly Section[];
}

type Section = readonly [
  number,
  string | number,
  (readonly Marker[] | readonly (readonly Marker[])[])?,
];
/** Kind, opened markups, number of closed markups, text or the index of an atom. */
type Marker = readonly [number, readonly number[], number, string | number];

const names = /^(?:a|b|strong|i|em|s|u|code|sub|sup|p|h[1-6]|blockquote|aside|ul|ol)$/;

/** Markdown, since cards of Mobiledoc may be Markdown. @throws `SyntaxError` for broken JSON */
export function mobiledocToMarkdown(json: string): RenderedBody & { readonly markdown: string } {
  const { atoms = [], cards = [], markups = [], sections = [] } = JSON.parse(json) as Mobiledoc;
  const unknown = new Set<string>();
  const inline = (markers: readonly Marker[]): string => renderMarkers(markers, { atoms, markups });
  const section = ([kind, name, content = []]: Section): string => {
    if (kind === 10) return cardOf(cards[Number(name)]);
    if (kind === 2) return element('p', {}, element('img', { src: String(name) }));
    const tag = names.test(String(name)) ? String(name).replace('aside', 'blockquote') : 'p';
    if (kind === 1) return element(tag, {}, inline(content as readonly Marker[]));
    if (kind !== 3) return '';
    const items = content as readonly (readonly Marker[])[];
    return element(tag, {}, items.map((item) => element('li', {}, inline(item))).join(''));
  };
  const cardOf = ([name, payload]: readonly [string, Card] = ['', {}]): string => {
    const html = renderCard(name, payload);
    if (html === undefined) unknown.add(name);
    return html ?? '';
  };
  const parts: string[] = [];
  let html = '';
  for (const one of sections) {
    const [name, payload] = one[0] === 10 ? (cards[Number(one[1])] ?? []) : [];
    if (name !== 'markdown' && name !== 'card-markdown') {
      html += section(one);
      continue;
    }
    const written = payload?.['markdown'];
    parts.push(htmlToMarkdown(html), typeof written === 'string' ? `${written.trim()}\n` : '');
    html = '';
  }
  parts.push(htmlToMarkdown(html));
  const markdown = parts.filter((part) => part.trim() !== '').join('\n');
  return { html, markdown, unknown: [...unknown] };
}

function renderMarkers(
  markers: readonly Marker[],
  { atoms, markups }: Required<Pick<Mobiledoc, 'atoms' | 'markups'>>,
): string {
  const open: string[] = [];
  let html = '';
  for (const [kind, opened, closed, value] of markers) {
    for (const index of opened) {
      const { name, start } = startOf(markups[index]);
      html += start;
      open.push(name);
    }
    html += kind === 0 ? escapeHtml(String(value)) : atomOf(atoms[Number(value)]);
    for (let count = 0; count < closed; count += 1) html += `</${open.pop() ?? 'span'}>`;
  }
  return html;
}

function startOf([given, attributes = []]: readonly [string, (readonly string[])?] = ['span']) {
  const name = names.test(given) ? given : 'span';
  const at = attributes.indexOf('href');
  const href = at < 0 ? '' : ` href="${escapeHtml(attributes[at + 1] ?? '')}"`;
  return { name, start: `<${name}${href}>` };
}

function atomOf([name, shown]: readonly [string, string, Card] = ['', '', {}]): string {
  return name === 'soft-return' ? '<br>' : escapeHtml(shown);
}
