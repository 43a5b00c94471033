import type TurndownService from 'turndown';
import { escapeBrackets, linkDestination } from '../text/format.ts';
import { tagOf } from './dom.ts';

type Rule = TurndownService.Rule;

const cellEnd = '\uE001';
const rowEnd = '\uE002';

const inline = (text: string): string => text.replace(/\s*\n\s*/g, ' ').trim();

function element(node: Node): HTMLElement {
  return node as HTMLElement;
}

const item: Rule = {
  filter: 'li',
  replacement(content, node) {
    const { parentElement: list } = element(node);
    const place = [...(list?.children ?? [])].indexOf(element(node));
    const start = Number(list?.getAttribute('start') ?? 1) || 1;
    const marker = list && tagOf(list) === 'ol' ? `${start + place}. ` : '- ';
    const indented = content
      .replace(/^\n+|\s+$/g, '')
      .replace(/\n(?=[^\n])/g, `\n${' '.repeat(marker.length)}`);
    return `${marker}${indented}\n`;
  },
};

const lists: Rule = {
  filter: ['ul', 'ol'],
  replacement(content, node) {
    const isNested = node.parentNode !== null && tagOf(node.parentNode) === 'li';
    const isLoose = isNested && [...element(node.parentNode).children].some(isParagraph);
    const text = content.replace(/^\n+|\n+$/g, '');
    return isNested && !isLoose ? `\n${text}\n` : `\n\n${text}\n\n`;
  },
};

function isParagraph(child: Element): boolean {
  return /^(?:p|div|pre|blockquote)$/.test(tagOf(child));
}

const checkbox: Rule = {
  filter: (node) => node.nodeName === 'INPUT',
  replacement: (_content, node) => (element(node).hasAttribute('checked') ? '[x] ' : '[ ] '),
};

const breaks: Rule = {
  filter: 'br',
  replacement(_content, node) {
    if (element(node).dataset['paragraph'] !== undefined) return '\n\n';
    if (element(node).closest('td, th')) return '<br>';
    return element(node).closest('h2, h3, h4, h5, h6') ? ' ' : '\\\n';
  },
};

const quote: Rule = {
  filter: 'blockquote',
  replacement(content) {
    const lines = content.trim().split('\n');
    return `\n\n${lines.map((line) => (line.trim() === '' ? '>' : `> ${line}`)).join('\n')}\n\n`;
  },
};

const strike: Rule = {
  filter: (node) => /^(?:del|s|strike)$/.test(tagOf(node)),
  replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
};

/** Markdown has no marks for these; pages may contain them as HTML. */
const kept: Rule = {
  filter: ['sub', 'sup', 'kbd', 'mark'],
  replacement: (content, node) =>
    content.trim() === '' ? content : `<${tagOf(node)}>${content}</${tagOf(node)}>`,
};

const code: Rule = {
  filter: (node) => node.nodeName === 'CODE' || node.nodeName === 'TT' || node.nodeName === 'SAMP',
  replacement(_content, node) {
    const text = (node.textContent ?? '').replace(/\s+/g, ' ');
    if (text.trim() === '') return text;
    const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
    const fence = '`'.repeat(longest + 1);
    const pad = /^`|`$/.test(text) ? ' ' : '';
    const isCell = element(node).closest('td, th') !== null;
    return `${fence}${pad}${isCell ? text.replace(/\|/g, '\\|') : text}${pad}${fence}`;
  },
};

const codeBlock: Rule = {
  filter: 'pre',
  replacement(_content, node) {
    const text = (node.textContent ?? '').replace(/^\n|\n+$/g, '');
    const longest = Math.max(2, ...[...text.matchAll(/^`+/gm)].map(([run]) => run.length));
    const fence = '`'.repeat(longest + 1);
    return `\n\n${fence}${element(node).getAttribute('data-language') ?? ''}\n${text}\n${fence}\n\n`;
  },
};

const link: Rule = {
  filter: (node) => node.nodeName === 'A' && node.hasAttribute('href'),
  replacement(content, node) {
    const address = element(node).getAttribute('href')!;
    const text = inline(content).replace(/^#{1,6} /, '');
    if (text === '') return '';
    if (node.textContent === address || `mailto:${node.textContent}` === address)
      return `<${node.textContent}>`;
    return `[${text}](${linkDestination(address)})`;
  },
};

const image: Rule = {
  filter: 'img',
  replacement(_content, node) {
    const alt = escapeBrackets(element(node).getAttribute('alt') ?? '');
    const caption = element(node).getAttribute('data-caption');
    const title = caption ? ` "${inline(caption).replace(/"/g, '\\"')}"` : '';
    return `![${alt}](${linkDestination(element(node).getAttribute('src')!)}${title})`;
  },
};

const embeds: Rule = {
  filter: ['iframe', 'video', 'audio'],
  replacement(_content, node) {
    const address = element(node).getAttribute('src') ?? '';
    const title = escapeBrackets(element(node).getAttribute('title') || address);
    return /^https?:/i.test(address) ? `\n\n[${title}](${linkDestination(address)})\n\n` : '';
  },
};

const details: Rule = {
  filter: 'details',
  replacement(content, node) {
    const [summary] = element(node).getElementsByTagName('summary');
    const title = inline(summary?.textContent ?? '');
    return `\n\n<details>\n<summary>${title}</summary>\n\n${content.trim()}\n\n</details>\n\n`;
  },
};

const terms: Rule = {
  filter: ['dt'],
  replacement: (content) => `\n\n**${inline(content)}**\n\n`,
};

const reference: Rule = {
  filter: (node) => node.dataset['reference'] !== undefined,
  replacement: (_content, node) => `[^${element(node).dataset['reference']}]`,
};

const note: Rule = {
  filter: (node) => node.dataset['footnote'] !== undefined,
  replacement(content, node) {
    const text = content.trim().replace(/\n(?=[^\n])/g, '\n    ');
    return `\n\n[^${element(node).dataset['footnote']}]: ${text}\n\n`;
  },
};

const cell: Rule = {
  filter: ['td', 'th'],
  replacement: (content) => `${inline(content)}${cellEnd}`,
};

const row: Rule = {
  filter: 'tr',
  replacement: (content) => `${content.replace(/\n/g, ' ')}${rowEnd}`,
};

const table: Rule = {
  filter: 'table',
  replacement(content, node) {
    const [before = '', ...rest] = content.split('\uE003').toReversed();
    const rows = before
      .split(rowEnd)
      .slice(0, -1)
      .map((text) =>
        text
          .split(cellEnd)
          .slice(0, -1)
          .map((part) => part.trim()),
      );
    const filled = rows.filter((cells) => cells.some((text) => text !== ''));
    const caption = rest.join('').trim();
    const made = tableText(filled, alignmentsOf(element(node)));
    return `\n\n${caption === '' ? '' : `${caption}\n\n`}${made}\n\n`;
  },
};

const caption: Rule = {
  filter: 'caption',
  replacement: (content) => `${inline(content)}\uE003`,
};

function alignmentsOf(node: HTMLElement): string[] {
  const rows = [...node.getElementsByTagName('tr')];
  // The head is often centred, whatever its column is.
  const sample = rows[1] ?? rows[0];
  return [...(sample?.children ?? [])].map((part) => (part as HTMLElement).dataset['align'] ?? '');
}

/** The first row is the head, which every table of Markdown has. */
export function tableText(
  rows: readonly (readonly string[])[],
  alignments: readonly string[] = [],
): string {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  if (width === 0) return '';
  const lineOf = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, column) => cells[column] ?? '').join(' | ')} |`;
  const divider = Array.from(
    { length: width },
    (_, column) => dividers[alignments[column] ?? ''] ?? '---',
  );
  const [head = [], ...body] = rows;
  return [head, divider, ...body].map(lineOf).join('\n');
}

const dividers: Readonly<Record<string, string>> = { center: ':---:', right: '---:' };

export const rules: Readonly<Record<string, Rule>> = {
  item,
  lists,
  checkbox,
  breaks,
  quote,
  strike,
  kept,
  codeBlock,
  code,
  link,
  image,
  embeds,
  details,
  terms,
  reference,
  note,
  cell,
  row,
  table,
  caption,
};
