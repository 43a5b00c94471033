import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { TestServer } from '../fixtures.ts';
import { RoomClient } from './room-client.fixtures.ts';

const path = 'posts/ink.md';
const patience = { timeout: 30_000, interval: 10 };

let server: TestServer;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      [`content/${path}`]: '---\ntitle: Ink\n---\nOne.\n',
      'content/posts/gone.md': '---\ntitle: Gone\n---\nOne.\n',
      'content/posts/own.md': '---\ntitle: Own\nauthor: leo\n---\nOne.\n',
    },
  });
});

afterAll(() => server[Symbol.asyncDispose]());

async function member(username: string, role = 'editor', where = path): Promise<RoomClient> {
  const client = await server.signedInAs({ username, role });
  return RoomClient.in(client, server.url, where);
}

async function shared(names: readonly string[], where = path): Promise<RoomClient[]> {
  const members: RoomClient[] = [];
  for (const name of names) members.push(await (await member(name, 'editor', where)).open());
  await vi.waitUntil(() => members.every(({ isShared }) => isShared), patience);
  return members;
}

const untilClosed = (one: RoomClient, code: number) =>
  vi.waitUntil(() => one.closed === code, patience);

const encoded = (update: Uint8Array) => Buffer.from(update).toString('base64');

function updateBy(make: (doc: Y.Doc) => void, client?: number): string {
  const doc = new Y.Doc();
  if (client !== undefined) doc.clientID = client;
  make(doc);
  return encoded(Y.encodeStateAsUpdate(doc));
}

test('ADD-ROOM-1: rooms need a session, the origin of the site and the right to change the document', async () => {
  const maria = await server.signedInAs({ username: 'access-maria', role: 'editor' });
  const leo = await server.signedInAs({ username: 'leo', role: 'author' });
  const rosa = await server.signedInAs({ username: 'access-rosa', role: 'reviewer' });
  const { url } = server;
  const refused = (options: { cookie: string | undefined; origin?: string }) =>
    expect(new RoomClient({ url, path, ...options }).open()).rejects.toThrow(/Unexpected server/);
  await refused({ cookie: undefined });
  await refused({ cookie: 'session=s%3Aforged.forged' });
  await refused({ cookie: maria.cookie, origin: 'https://evil.example' });
  await refused({ cookie: maria.cookie, origin: '' });
  await refused({ cookie: rosa.cookie });
  const answer = await maria.get(`/__admin/api/rooms?path=${path}&client=1`);
  expect(answer.status).toBe(403);

  const foreign = await RoomClient.in(leo, url, path).open();
  await vi.waitUntil(() => [4403, 4404].includes(foreign.closed ?? 0), patience);
  const own = await RoomClient.in(leo, url, 'posts/own.md').open();
  await vi.waitUntil(() => own.heard.length > 0, patience);
  const missing = await RoomClient.in(maria, url, 'posts/none.md').open();
  await untilClosed(missing, 4404);
  own.cut();
});

test('ADD-ROOM-4: hostile messages end their connection and reach nobody', async () => {
  const [victim, friend] = await shared(['victim', 'friend']);
  const text = victim!.text.toJSON();
  const otherType = updateBy((doc) => doc.getMap('text').set('a', 1));
  const messages: [number, string | Buffer][] = [
    [4400, 'no JSON'],
    [4400, Buffer.from([1, 2, 3])],
    [4400, '{"type":"update"}'],
    [
      4400,
      JSON.stringify({ type: 'update', data: encoded(Buffer.from([255, 255, 255, 255, 255])) }),
    ],
    [4400, JSON.stringify({ type: 'cursor', cursor: { anchor: 'A'.repeat(200), head: '' } })],
    [1009, 'x'.repeat(20_000_000)],
    [4409, JSON.stringify({ type: 'update', data: otherType })],
  ];
  for (const [place, [code, message]] of messages.entries()) {
    const hostile = await (await member(`hostile-${place}`)).open();
    await vi.waitUntil(() => hostile.isShared, patience);
    hostile.sendRaw(message);
    await untilClosed(hostile, code);
  }
  expect(victim!.text.toJSON()).toBe(text);
  friend!.text.insert(0, 'Still here. ');
  await vi.waitUntil(() => victim!.text.toJSON().startsWith('Still here.'), patience);
  for (const one of [victim!, friend!]) one.cut();
});

test('ADD-ROOM-4: a text larger than a document may be is refused', async () => {
  const [writer, reader] = await shared(['writer', 'reader']);
  const data = updateBy(
    (doc) => doc.getText('text').insert(0, 'x'.repeat(8_400_000)),
    writer!.doc.clientID,
  );
  writer!.send({ type: 'update', data });
  await untilClosed(writer!, 4413);
  expect(reader!.closed).toBeUndefined();
  reader!.cut();
});

test('ADD-ROOM-4: nobody writes under the client id of another, or anything but text', async () => {
  const [victim] = await shared(['forged', 'witness']);
  const { clientID } = victim!.doc;
  const hostile = await (await member('forger')).open();
  await vi.waitUntil(() => hostile.isShared, patience);
  const own = hostile.doc.clientID;
  const forged = updateBy((doc) => doc.getText('text').insert(0, 'forged'), clientID);
  const attempts: [number, string][] = [
    [4409, forged],
    [4400, updateBy((doc) => doc.getMap('text').set('a', 'b'), own)],
    [4400, updateBy((doc) => doc.getText('other').insert(0, 'a'), own)],
    [4400, updateBy((doc) => doc.getText('text').insert(0, 'a', { bold: true }), own)],
    [4400, gapOf(own)],
  ];
  for (const [code, data] of attempts) {
    if (!hostile.isShared) await hostile.open();
    await vi.waitUntil(() => hostile.isShared, patience);
    hostile.send({ type: 'update', data });
    await untilClosed(hostile, code);
  }
  const thief = await member('thief');
  thief.doc.clientID = clientID;
  await thief.open();
  await untilClosed(thief, 4409);
  expect(victim!.text.toJSON()).not.toContain('forged');
});

/** Continues text that the server does not have. */
function gapOf(client: number): string {
  const doc = new Y.Doc();
  doc.clientID = client;
  doc.getText('text').insert(0, 'a');
  const before = Y.encodeStateVector(doc);
  doc.getText('text').insert(1, 'b');
  return encoded(Y.encodeStateAsUpdate(doc, before));
}

test('ADD-ROOM-4: a room ends with the session, the right and the document', async () => {
  const where = 'posts/gone.md';
  const admin = await server.signedIn();
  const [leaver, demoted, stays] = await shared(['leaver', 'demoted', 'stays'], where);
  const { db } = server.database;
  await db.deleteFrom('sessions').where('username', '=', 'leaver').execute();
  await db
    .updateTable('users')
    .set({ role: 'reviewer' })
    .where('username', '=', 'demoted')
    .execute();
  // Messages are checked again a second after the last check.
  const write = setInterval(() => {
    for (const one of [leaver!, demoted!]) if (one.isShared) one.text.insert(0, 'x');
  }, 100);
  await untilClosed(leaver!, 4401);
  await untilClosed(demoted!, 4401);
  clearInterval(write);
  expect(stays!.closed).toBeUndefined();
  await admin.post('/__admin/api/documents/delete', { path: where });
  await untilClosed(stays!, 4404);
});

test('ADD-ROOM-4: a person has at most 20 pages in rooms', async () => {
  const client = await server.signedInAs({ username: 'many', role: 'editor' });
  const pages = Array.from({ length: 21 }, () => RoomClient.in(client, server.url, path));
  for (const page of pages) await page.open();
  await vi.waitUntil(() => pages.some(({ closed }) => closed === 4429), patience);
  expect(pages.filter(({ closed }) => closed !== undefined)).toHaveLength(1);
  for (const page of pages) page.cut();
});

test('ADD-ROOM-7: with editorial.rooms: false, rooms end and nobody can join', async () => {
  const [one, other] = await shared(['before-one', 'before-other']);
  await server.write('content/config/site.yaml', 'editorial: { rooms: false }\n');
  await untilClosed(one!, 4410);
  await untilClosed(other!, 4410);
  const late = await member('too-late');
  await late.open();
  await untilClosed(late, 4410);
});
