import { expect, test } from 'vitest';
import { TestServer } from '../fixtures.ts';
import { EditorClient } from '../people.fixtures.ts';

test('a server with many new documents is ready before all of them are indexed (GAP-DOC-6)', async () => {
  const sheets = Array.from({ length: 1_001 }, (_, at) => [
    `content/posts/${at}.md`,
    `---\ntitle: Sheet ${at}\n---\n`,
  ]);
  await using server = await TestServer.start({
    files: Object.fromEntries(sheets) as Record<string, string>,
  });
  const messages = (): string[] =>
    server.log.map((line) => line.replace(/^.*?(content indexed|search index complete).*$/, '$1'));
  expect(messages()).toContain('content indexed');
  const ada = new EditorClient(await server.signedIn());
  expect((await ada.list({})).total).toBe(1_001);
  await expect
    .poll(messages, { timeout: 30_000 })
    .toEqual(expect.arrayContaining(['search index complete']));
  expect((await ada.list({ q: 'sheet' })).total).toBe(1_001);
  const order = ['content indexed', 'search index complete'].map((one) => messages().indexOf(one));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});
