import TurndownService from 'turndown';

const service = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
  emDelimiter: '_',
});
service.remove(['script', 'style']);
// Markdown has no figures, tables or videos; the page shows their HTML as far as the allow-list permits.
service.keep(['figure', 'table', 'iframe', 'video', 'audio']);

export function htmlToMarkdown(html: string): string {
  const markdown = service.turndown(html);
  return markdown === '' ? '' : `${markdown}\n`;
}
