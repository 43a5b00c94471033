import { Marked } from 'marked';

const placeholder = /\{\{ ?([a-z_]+) ?\}\}/g;

/** Raw HTML of a text stays text, so that a text cannot break the layout. */
const markdown = new Marked({
  gfm: true,
  renderer: { html: ({ text }) => escapeHtml(text) },
});

export function placeholdersOf(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(placeholder), ([, name]) => name!));
}

/** Values are inserted as they are; unknown names become empty. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(placeholder, (_match, name: string) => values[name] ?? '');
}

/** Markdown as plain text: links become `label: address`. */
export function textOf(body: string): string {
  return body
    .replaceAll(/\[([^\]\n]+)\]\(([^)\n]+)\)/g, '$1: $2')
    .replaceAll('**', '')
    .trim();
}

/** Values are escaped and inserted after the Markdown is rendered, so that a name cannot become markup. */
export function renderHtml(body: string, values: Readonly<Record<string, string>>): string {
  const names: string[] = [];
  const marked = body.replaceAll(placeholder, (_match, name: string) => {
    names.push(name);
    return `galleyvalue${names.length - 1}x`;
  });
  const html = markdown.parse(marked, { async: false });
  return html.replaceAll(/galleyvalue(\d+)x/g, (_match, index: string) =>
    escapeHtml(values[names[Number(index)]!] ?? ''),
  );
}

/** `{{ content }}` of the layout is HTML; other values are escaped. */
export function fillLayout(
  layout: string,
  { content, ...values }: Readonly<Record<string, string>> & { readonly content: string },
): string {
  return layout.replaceAll(placeholder, (_match, name: string) =>
    name === 'content' ? content : escapeHtml(values[name] ?? ''),
  );
}

function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replaceAll(/[&<>"']/g, (character) => entities[character]!);
}
