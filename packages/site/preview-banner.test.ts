import { expect, test } from 'vitest';
import { markAsPreview } from './preview-banner.ts';

const english =
  /<aside class="galley-preview" lang="en" dir="ltr" aria-label="Preview, not published">/;
const robots = '<meta name="robots" content="noindex">';

function countOf(text: string, part: string | RegExp): number {
  return text.split(part).length - 1;
}

test.each([
  '<body>',
  '<BODY>',
  '<body class="home">',
  '<body\n  data-x="a > b"\n  data-y=\'<body>\'>',
])('the banner is the first thing behind %j', (tag) => {
  const page = `<!doctype html><html><head><title>Ink</title></head>${tag}<main></main></body></html>`;
  const marked = markAsPreview(page, 'en');
  expect(marked.slice(marked.indexOf(tag) + tag.length).trimStart()).toMatch(/^<aside /);
  expect(countOf(marked, english)).toBe(1);
  expect(countOf(marked, robots)).toBe(1);
  expect(marked.indexOf(robots)).toBeLessThan(marked.indexOf('<title>'));
});

test.each([
  '<!-- <head><body> -->',
  '<script>"<body>"</script>',
  '<title>The <body> of a press</title>',
  '<style>/* <body> */</style>',
  '<header><bodybuilder>',
])('what only looks like a tag is left alone: %s', (text) => {
  const marked = markAsPreview(`<html>${text}<body><p></p></body></html>`, 'en');
  expect(marked).toContain(text);
  expect(marked).toMatch(/<body>\s*<aside /);
});

test('a page without such a tag has the banner at its end', () => {
  expect(markAsPreview('<!doctype html><p>Ink', 'en')).toMatch(
    /^<!doctype html><p>Ink<aside [^]+<\/aside>\n$/,
  );
});

test('a page that keeps search engines away itself says it once', () => {
  expect(countOf(markAsPreview(`<head>${robots}</head><body>`, 'en'), robots)).toBe(1);
});

test.each([
  ['es-MX', 'lang="es-MX" dir="ltr"', 'Vista previa, sin publicar'],
  ['ar', 'lang="en" dir="ltr"', 'Preview, not published'],
])('it says so in the language %s, or in English and says that', (lang, attributes, text) => {
  const marked = markAsPreview('<body>', lang);
  expect(marked).toContain(attributes);
  expect(marked).toContain(`<strong>${text}</strong>`);
});
