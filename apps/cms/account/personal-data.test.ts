import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPackage } from '@galley/archive';
import { onServer } from '@galley/testing';
import { expectProblem, password, TestServer } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import { addPasskey } from '../people/passkeys.fixtures.ts';

const api = '/__admin/api';

let server: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  server = await TestServer.start();
  ada = new AdminClient(await server.signedIn());
});

afterAll(() => server[Symbol.asyncDispose]());

test('ADD-ACC-9: the export holds the account’s own data, no secrets and no other people', async () => {
  const person = { username: 'bo', name: 'Bo Berg', email: 'bo@example.net', role: 'editor' };
  await ada.postJson('/users/save', { ...person, password });
  await ada.postJson('/users/save', { ...person, username: 'zoltan', name: 'Zoltan', password });
  const client = server.visitor();
  await client.signIn({ username: 'bo', password });
  const bo = new AdminClient(client);
  const { token } = await bo.postJson<{ token: string }>('/tokens/create', {
    name: 'importer',
    scopes: ['documents.read'],
    expires_in_days: 3,
  });
  const body = { type: 'post', lang: 'en', title: 'Ink', slug: 'ink', content: 'A\n' };
  const { path } = await bo.postJson<{ path: string }>('/documents/create', body);
  const assignment = { action: 'assign', source_path: path, assignee: 'zoltan' };
  await bo.postJson('/documents/editorial', { ...assignment, note: 'Please check the ink.' });
  await ada.postJson('/sessions/revoke', { username: 'zoltan' });
  await bo.postJson('/documents/comments', { path, body: 'Which ink?' });
  await ada.postJson('/documents/comments', { path, body: 'A secret of Ada.' });

  const { passkey } = await addPasskey(client, { name: 'Key of Bo' });
  await addSignInsAndDecisions('bo');

  const headers = { cookie: client.cookie };
  const answer = await fetch(`${server.url}${api}/account/export`, { headers });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toContain('bo.zip');
  const limits = { maxEntries: 20, maxBytes: 1e6, maxRatio: 100, harmlessBytes: 1e6 };
  const files: Record<string, string> = {};
  for (const file of readPackage(Buffer.from(await answer.arrayBuffer()), limits))
    files[file.path] = (await file.read()).toString();
  expect(Object.keys(files)).toEqual([
    'README.txt',
    'profile.json',
    'sessions.json',
    'tokens.json',
    'passkeys.json',
    'sign-ins.json',
    'audit.jsonl',
    'documents.jsonl',
    'reviews.jsonl',
    'comments.jsonl',
    'suggestions.jsonl',
    'proposals.jsonl',
    'proposal-comments.jsonl',
  ]);
  expect(JSON.parse(files['profile.json']!)).toMatchObject({ email: 'bo@example.net' });
  expect(JSON.parse(files['sessions.json']!)).toMatchObject([{ remoteAddr: '127.0.0.1' }]);
  expect(JSON.parse(files['tokens.json']!)).toMatchObject([{ name: 'importer' }]);
  expect(files['audit.jsonl']).toContain('"by_you":false');
  expect(JSON.parse(files['documents.jsonl']!)).toMatchObject({ path, owner: true });
  expect(files['reviews.jsonl']).toContain('Please check the ink.');
  expect(JSON.parse(files['passkeys.json']!)).toEqual([
    {
      name: 'Key of Bo',
      isSynced: false,
      createdAt: expect.any(String) as string,
      lastUsedAt: null,
    },
  ]);
  expect(JSON.parse(files['sign-ins.json']!)).toMatchObject([
    { issuer: 'https://id.example', subject: 'bo-1', email: 'bo@work.example' },
  ]);
  const entriesOf = (name: string): unknown[] =>
    files[name]!.trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  expect(entriesOf('comments.jsonl')).toMatchObject([{ path, body: 'Which ink?' }]);
  expect(entriesOf('proposals.jsonl')).toMatchObject([
    { id: 'p1', status: 'rejected', note: 'Too dark.' },
    { id: 'a2', status: 'approved', note: 'Go on.' },
  ]);
  expect(entriesOf('proposal-comments.jsonl')).toMatchObject([
    { proposal: 'p1', path: 'ink.md', line: 3, body: 'A darker black.' },
  ]);
  const { 'README.txt': _about, ...data } = files;
  const everything = Object.values(data).join('\n');
  // Hashes may contain the letters of this name.
  expect(everything).not.toMatch(/\bada\b/);
  for (const other of ['zoltan', 'Zoltan', 'quoted line', passkey.id, token, client.csrfToken!])
    expect(everything).not.toContain(other);
  expect((await readdir(join(server.project, 'data'))).join()).not.toContain('.export-');
  const entries = await ada.getJson<object[]>('/audit?action=account.export');
  expect(entries).toMatchObject([{ actor: 'bo', target: 'bo' }]);
});

async function addSignInsAndDecisions(username: string): Promise<void> {
  await onServer(
    server.database.url,
    `
    insert into identities (id, issuer, subject, username, email, linked_at) values
      ('i1', 'https://id.example', 'bo-1', '${username}', 'bo@work.example', now());
    insert into proposals (id, title, body, risk, status, proposed_by, created_at, updated_at, decided_by, decided_at,
      decision_note) values
      ('p1', 'Ink', '', 'low', 'rejected', 'agent', now(), now(), '${username}', now(), 'Too dark.'),
      ('p2', 'Pen', '', 'low', 'rejected', 'agent', now(), now(), 'zoltan', now(), 'No.');
    insert into approval_requests (id, proposal_id, status, requested_by, requested_at, decided_by, decided_at, note) values
      ('a1', 'p1', 'rejected', 'zoltan', now(), '${username}', now(), 'Too dark.'),
      ('a2', null, 'approved', 'zoltan', now(), '${username}', now(), 'Go on.');
    insert into proposal_comments (id, proposal_id, patch_sha256, path, side, line, quote, body, author, created_at) values
      ('c1', 'p1', 'x', 'ink.md', 'new', 3, 'quoted line', 'A darker black.', '${username}', now()),
      ('c2', 'p1', 'x', 'ink.md', 'new', 4, 'quoted line', 'Of zoltan.', 'zoltan', now());
    `,
  );
}

test('ADD-ACC-9: the export needs a recent confirmation', async () => {
  const { db } = server.database;
  await db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(Date.now() - 3_600_000) })
    .execute();
  const answer = await ada.client.get(`${api}/account/export`);
  expectProblem(answer, 403, 'reauthentication_required');
});
