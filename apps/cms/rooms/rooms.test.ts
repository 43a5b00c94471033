import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bareEnvironment, Random } from '@galley/testing';
import { TestServer } from '../fixtures.ts';
import type { Client } from '../client.fixtures.ts';
import { RoomClient } from './room-client.fixtures.ts';

const source = '---\r\ntitle: Ink\r\nworkflow: draft\r\n---\r\nOne.\t\r\n\r\nTwo.\r\n\r\n\r\n';
const names = ['bytes', 'random', 'killed', 'shared', 'disk', 'clash', 'later', 'moved', 'many'];
const patience = { timeout: 30_000, interval: 10 };

let server: TestServer;
const clients = new Map<string, Client>();

beforeAll(async () => {
  server = await TestServer.start({
    files: Object.fromEntries(names.map((name) => [`content/posts/${name}.md`, source])),
  });
  clients.set('ada', await server.signedIn());
  for (const username of ['maria', 'jan', 'rosa', 'remi'])
    clients.set(username, await server.signedInAs({ username, role: 'editor' }));
});

afterAll(() => server[Symbol.asyncDispose]());

const member = (name: string, path: string, url = server.url) =>
  RoomClient.in(clients.get(name)!, url, path);

/** Two people, so that the text is shared. */
async function pair(path: string, url = server.url): Promise<[RoomClient, RoomClient]> {
  const both: [RoomClient, RoomClient] = [
    await member('ada', path).open(),
    await member('maria', path, url).open(),
  ];
  await vi.waitUntil(() => both.every(({ isShared }) => isShared), patience);
  return both;
}

async function untilAlike(members: readonly RoomClient[]): Promise<string> {
  await vi.waitUntil(
    () =>
      members.every(({ isKept }) => isKept) &&
      new Set(members.map(({ text }) => text.toJSON())).size === 1,
    patience,
  );
  return members[0]!.text.toJSON();
}

function save(name: string, path: string, content: string) {
  return clients.get(name)!.post('/__admin/api/documents/save', { path, content });
}

async function contributors(path: string): Promise<string[]> {
  const answer = await clients.get('ada')!.get(`/__admin/api/document?path=${path}`);
  return answer.json<{ editorial: { contributors: string[] } }>().editorial.contributors;
}

async function unsavedWriters(path: string): Promise<string[]> {
  const rows = await server.database.db
    .selectFrom('room_writers')
    .innerJoin('rooms', 'rooms.document_id', 'room_writers.document_id')
    .innerJoin('documents', 'documents.id', 'rooms.document_id')
    .select('room_writers.username')
    .distinct()
    .where('documents.path', '=', path)
    .whereRef('room_writers.last_seq', '>', 'rooms.saved_seq')
    .execute();
  return rows.map(({ username }) => username).sort();
}

test('ADD-ROOM-3: a room has the exact text, and a save keeps the line endings of the file', async () => {
  const path = 'posts/bytes.md';
  const [ada, maria] = await pair(path);
  expect(ada.text.toJSON()).toBe('One.\t\n\nTwo.\n\n\n');
  maria.text.insert(4, ' More. 🖋️');
  const text = await untilAlike([ada, maria]);
  expect((await save('ada', path, text)).status).toBe(200);
  expect(await server.read(`content/${path}`)).toContain(
    '\r\nOne. More. 🖋️\t\r\n\r\nTwo.\r\n\r\n\r\n',
  );
  for (const one of [ada, maria]) one.cut();
});

test('ADD-ROOM-3: 10,000 random changes by five writers with interruptions end in one text, also in the file', async () => {
  const path = 'posts/random.md';
  const random = new Random(33);
  const members = await Promise.all([...clients.keys()].map((name) => member(name, path).open()));
  await vi.waitUntil(() => members.every(({ isShared }) => isShared), patience);
  for (let step = 0; step < 10_000; step += 1) {
    change(random.pick(members).text, random);
    if (step % 25 === 0) await setImmediate();
    if (step % 400 === 399) random.pick(members).cut();
    if (step % 1_000 === 999) await reopen(members);
  }
  await reopen(members);
  const text = await untilAlike(members);
  expect((await save('rosa', path, text)).status).toBe(200);
  expect((await server.read(`content/${path}`)).replaceAll('\r\n', '\n')).toContain(
    `\n---\n${text}`,
  );
  const late = await member('jan', path).open();
  await vi.waitUntil(() => late.isShared && late.text.toJSON() === text, patience);
  for (const one of [...members, late]) one.cut();
});

function change(text: RoomClient['text'], random: Random): void {
  const at = random.between(0, text.length);
  if (random.chance(0.35) && at < text.length)
    text.delete(at, Math.min(random.between(1, 4), text.length - at));
  else text.insert(at, random.pick(['a', 'bc ', '\n', '- [ ] d', '\t']));
}

async function reopen(members: readonly RoomClient[]): Promise<void> {
  await Promise.all(members.filter(({ isShared }) => !isShared).map((one) => one.open()));
  await vi.waitUntil(() => members.every(({ isShared, closed }) => isShared || closed), patience);
}

test('ADD-ROOM-5: everyone who changed the text since the last save is a contributor, and nobody else', async () => {
  const path = 'posts/later.md';
  const [ada, maria] = await pair(path);
  const jan = await member('jan', path).open();
  await vi.waitUntil(() => jan.isShared, patience);
  maria.text.insert(0, 'Maria. ');
  const text = await untilAlike([ada, maria, jan]);
  expect(await unsavedWriters(path)).toEqual(['maria']);
  await save('ada', path, text);
  expect(await contributors(path)).toEqual(expect.arrayContaining(['ada', 'maria']));
  expect(await contributors(path)).not.toContain('jan');
  await vi.waitUntil(async () => (await unsavedWriters(path)).length === 0, patience);
  // A deletion alone counts, too.
  jan.text.delete(0, 7);
  await untilAlike([ada, maria, jan]);
  expect(await unsavedWriters(path)).toEqual(['jan']);
  await save('ada', path, ada.text.toJSON());
  expect(await contributors(path)).toContain('jan');
  for (const one of [ada, maria, jan]) one.cut();
});

test('ADD-ROOM-6: an edit on disk is merged into the text, and clashing lines are told', async () => {
  const path = 'posts/disk.md';
  const [ada, maria] = await pair(path);
  maria.text.insert(0, 'Maria. ');
  await untilAlike([ada, maria]);
  await server.write(`content/${path}`, source.replace('Two.', 'Two, on disk.'));
  await vi.waitUntil(() => ada.text.toJSON() === 'Maria. One.\t\n\nTwo, on disk.\n\n\n', patience);
  await untilAlike([ada, maria]);
  expect(ada.heard.some(({ type }) => type === 'clash')).toBe(false);
  const update = ada.heard.findLast(({ type }) => type === 'updates') as unknown as {
    updates: { by: string }[];
  };
  expect(update.updates.map(({ by }) => by)).toEqual(['external']);
  await server.write(`content/${path}`, source.replace('One.', 'One, on disk.'));
  await vi.waitUntil(() => maria.heard.some(({ type }) => type === 'clash'), patience);
  expect(await untilAlike([ada, maria])).toContain('Maria. One.');
  for (const one of [ada, maria]) one.cut();
});

test('ADD-ROOM-3: a room with thousands of updates is compacted, and saves are found afterwards', async () => {
  const path = 'posts/many.md';
  const members = await Promise.all([...clients.keys()].map((name) => member(name, path).open()));
  await vi.waitUntil(() => members.every(({ isShared }) => isShared), patience);
  for (const one of members) one.typeSeparately(390);
  await untilAlike(members);
  await vi.waitUntil(
    () => members.every(({ text }) => text.length === 5 * 390 + members[0]!.start.length),
    patience,
  );
  for (const one of members.slice(0, 2)) one.typeSeparately(100);
  await untilAlike(members);
  const room = () =>
    server.database.db
      .selectFrom('rooms')
      .innerJoin('documents', 'documents.id', 'rooms.document_id')
      .select(['snapshot_seq', 'last_seq'])
      .where('path', '=', path)
      .executeTakeFirstOrThrow();
  await vi.waitUntil(async () => (await room()).snapshot_seq > 0, patience);
  await vi.waitUntil(
    () => members.every(({ text }) => text.length === 2_150 + members[0]!.start.length),
    patience,
  );
  const late = await member('jan', path).open();
  await vi.waitUntil(() => late.isShared, patience);
  const text = await untilAlike([...members, late]);
  await save('ada', path, text);
  await vi.waitUntil(async () => (await unsavedWriters(path)).length === 0, patience);
  for (const one of [...members, late]) one.cut();
});

test('a moved document keeps its room, whose members learn the new path', async () => {
  const path = 'posts/moved.md';
  const [ada, maria] = await pair(path);
  maria.text.insert(0, 'Maria. ');
  await untilAlike([ada, maria]);
  const places = [path, 'posts/moved-on.md'].map((one) => join(server.project, 'content', one));
  await rename(places[0]!, places[1]!);
  await vi.waitUntil(() => ada.heard.some(({ type }) => type === 'moved'), patience);
  expect(ada.heard.findLast(({ type }) => type === 'moved')).toMatchObject({
    path: 'posts/moved-on.md',
  });
  const jan = await member('jan', 'posts/moved-on.md').open();
  await vi.waitUntil(() => jan.isShared, patience);
  expect(await untilAlike([ada, maria, jan])).toMatch(/^Maria\. One\./);
  for (const one of [ada, maria, jan]) one.cut();
});

test('ADD-ROOM-2: two servers with one database share a room', async () => {
  const path = 'posts/shared.md';
  await using other = await TestServer.beside(server);
  const [ada, maria] = await pair(path, other.url);
  ada.text.insert(0, 'Here. ');
  maria.text.insert(maria.text.length, 'There.');
  expect(await untilAlike([ada, maria])).toBe('Here. One.\t\n\nTwo.\n\n\nThere.');
  const anchor = Buffer.from([0, 1, 2]).toString('base64');
  maria.send({ type: 'cursor', cursor: { anchor, head: anchor } });
  await vi.waitUntil(() => ada.heard.some(({ type }) => type === 'cursors'), patience);
  await save('maria', path, maria.text.toJSON());
  await vi.waitUntil(async () => (await unsavedWriters(path)).length === 0, patience);
  maria.cut();
  await vi.waitUntil(() => {
    const members = ada.heard.findLast(({ type }) => type === 'members');
    return (members!['members'] as object[]).length === 1;
  }, patience);
  ada.cut();
});

test('ADD-ROOM-2: a killed server loses no change that it acknowledged', async () => {
  const path = 'posts/killed.md';
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../../cli/main.ts'),
      'serve',
      '--port',
      '0',
      '--project',
      server.project,
    ],
    {
      env: bareEnvironment({ SERVICE_LOG_FORMAT: 'json', DATABASE_URL: server.database.url }),
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ready = Promise.withResolvers<string>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (line.includes('"ready"')) ready.resolve((JSON.parse(line) as { site: string }).site);
  });
  const url = await ready.promise;
  const [ada, maria] = [
    await member('ada', path, url).open(),
    await member('maria', path, url).open(),
  ];
  await vi.waitUntil(() => ada.isShared && maria.isShared, patience);
  let acknowledged = '';
  ada.onMessage(({ type }) => {
    if (type === 'kept' && ada.isKept) acknowledged = ada.text.toJSON();
    ada.text.insert(0, 'x');
  });
  ada.text.insert(0, 'x');
  await vi.waitUntil(() => acknowledged.length > 200, patience);
  child.kill('SIGKILL');
  await once(child, 'close');
  const before = acknowledged;
  const late = await member('jan', path).open();
  await vi.waitUntil(() => late.isShared, patience);
  expect(late.text.toJSON().length).toBeGreaterThanOrEqual(before.length);
  expect(late.text.toJSON()).toContain(before);
  // Changes made meanwhile merge on reconnection to another server.
  maria.text.insert(maria.text.length, 'Offline.');
  maria.url = server.url;
  await maria.open();
  await vi.waitUntil(() => maria.isShared, patience);
  expect(await untilAlike([late, maria])).toMatch(/Offline\.$/);
  maria.cut();
  late.cut();
});
