import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestServer, type Client } from '../fixtures.ts';

const api = '/__admin/api';
const body = [
  'With $x^2$ and HTML.\n{.lead}',
  '*[HTML]: HyperText Markup Language',
  'Ink\n: Black',
  ':::note\nClosed.\n:::',
  '```mermaid\ngraph TD\n  A --> B\n```\n',
].join('\n\n');

let server: TestServer;
let admin: Client;
beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/posts/ink.md': `---\ntitle: Ink\n---\n${body}` },
  });
  admin = await server.signedIn();
});
afterAll(() => server[Symbol.asyncDispose]());

const livePage = async () => (await server.visitor().get('/posts/ink/')).text;

test('ADD-THM-9, ADD-THM-10: a change in the form applies to the live page, to the preview of the editor and to the next build', async () => {
  expect(await livePage()).toContain('<p>With $x^2$ and HTML.\n{.lead}</p>');
  const values = Object.fromEntries(
    ['definition_lists', 'abbreviations', 'attributes', 'math', 'diagrams', 'admonitions'].map(
      (name) => [`markdown.${name}`, true],
    ),
  );
  const saved = await admin.post(`${api}/settings/form/save`, { section: 'content', values });
  expect(saved.status).toBe(200);
  await vi.waitFor(async () => expect(await livePage()).toContain('<math>'), { timeout: 30_000 });
  const page = await livePage();
  for (const part of ['<p class="lead">', '<abbr ', '<dl>', 'callout-note', 'class="diagram"'])
    expect(page).toContain(part);

  const preview = (
    await admin.post(`${api}/documents/preview`, { path: 'posts/ink.md', content: body })
  ).json<{ html: string; html_body: string }>();
  expect(page).toContain(preview.html_body);
  expect(preview.html).toContain(preview.html_body);

  await admin.post(`${api}/operations/rebuild`);
  const file = join(server.project, 'public/posts/ink/index.html');
  await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toBe(page), {
    timeout: 30_000,
    interval: 20,
  });
});
