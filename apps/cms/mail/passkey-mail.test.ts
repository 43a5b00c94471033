import { TestMailServer } from '@galley/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { TestServer } from '../fixtures.ts';
import { addPasskey } from '../people/passkeys.fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';

let inbox: TestMailServer;
let server: TestServer;

beforeAll(async () => {
  inbox = await TestMailServer.start();
  server = await TestServer.start({
    files: {
      'galley.yaml': `mail: { smtp: { host: 127.0.0.1, port: ${inbox.port}, security: none }, from: news@example.org }\n`,
      'content/config/site.yaml': 'title: The Ledger\nurl: https://news.example.org\n',
    },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await inbox[Symbol.asyncDispose]();
});

test('ADD-PKY-1: people are told when a passkey is added or removed, and by whom it was not', async () => {
  const ada = new AdminClient(await server.signedIn());
  const bo = await server.signedInAs({ username: 'bo', role: 'author' });
  await ada.savedUser('bo', { email: 'bo@example.net' });
  const { stored } = await addPasskey(bo, { name: 'Work <laptop>' });
  await ada.postJson('/passkeys/remove', { id: stored.id, username: 'bo' });
  await vi.waitUntil(() => inbox.mails.length >= 2, { timeout: 30_000, interval: 20 });
  const mails = inbox.mails.toSorted((a, b) =>
    String(a.headers['subject']).localeCompare(String(b.headers['subject'])),
  );
  expect(mails.map(({ to, headers }) => [to, headers['subject']])).toEqual([
    [['bo@example.net'], 'A passkey for The Ledger was added'],
    [['bo@example.net'], 'A passkey for The Ledger was removed'],
  ]);
  for (const { text } of mails) expect(text).toContain('“Work <laptop>”');
});
