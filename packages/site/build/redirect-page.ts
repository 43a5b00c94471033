import { escapeHtml } from '../markdown/escape-html.ts';

export function redirectPage(location: string): string {
  const target = escapeHtml(location);
  return (
    '<!doctype html>\n<meta charset="utf-8">\n<title>Moved</title>\n' +
    `<link rel="canonical" href="${target}">\n<meta name="robots" content="noindex">\n` +
    `<meta http-equiv="refresh" content="0; url=${target}">\n<p><a href="${target}">${target}</a></p>\n`
  );
}
