import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGalley, type Change, type Galley } from '@galley/sdk';
import { Editor, draft, staff, type Staff } from '../editorial/fixtures.ts';
import { TestServer } from '../fixtures.ts';
import { addToken } from '../operations/fixtures.ts';

const ownOnly = ['documents.read.own', 'documents.write.own', 'documents.create'];

let server: TestServer;
let desk: Staff;
let jan: Editor;

beforeAll(async () => {
  server = await TestServer.start({
    files: { 'content/posts/disk.md': '---\ntitle: D\n---\nOne.\n' },
  });
  desk = await staff(server);
  jan = new Editor(await server.signedInAs({ username: 'ines', role: 'own', grants: ownOnly }));
});

afterAll(() => server[Symbol.asyncDispose]());

async function clientOf(username: string, scopes: readonly string[]): Promise<Galley> {
  const { headers } = await addToken(server, username, { scopes });
  return createGalley({
    baseUrl: server.url,
    token: headers.authorization.slice('Bearer '.length),
  });
}

/** Follows from now on; `until` reads up to the first change that matches, and returns all before it, too. */
class Follower implements AsyncDisposable {
  readonly #end = new AbortController();
  readonly #stream: AsyncGenerator<Change, void>;

  private constructor(galley: Galley, lastEventId?: string) {
    const { signal } = this.#end;
    this.#stream = galley.changes.list.stream({}, { signal, lastEventId });
  }

  static async start(galley: Galley): Promise<Follower> {
    const follower = new Follower(galley);
    await follower.until(({ type }) => type === 'reset');
    return follower;
  }

  static resume(galley: Galley, lastEventId: string): Follower {
    return new Follower(galley, lastEventId);
  }

  async until(matches: (change: Change) => boolean): Promise<Change[]> {
    const found: Change[] = [];
    for (;;) {
      const { value } = await this.#stream.next();
      if (!value) throw new Error(`the stream ended after ${JSON.stringify(found)}`);
      found.push(value);
      if (matches(value)) return found;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    await this.#stream.return().catch(() => undefined);
  }
}

const updatedAt = (path: string) => (change: Change) =>
  change.path === path && change.type === 'document.updated';

test('ADD-LIVE-1: a follower hears of saves, states, edits on disk and locks', async () => {
  const galley = await clientOf('ada', ['documents.read']);
  await using follower = await Follower.start(galley);
  const path = await draft(desk);
  const [created] = await follower.until((change) => change.path === path);
  expect(created).toMatchObject({ type: 'document.created', actor: 'maria', status: 'draft' });

  await desk.maria.client.post('/__admin/api/documents/lock', { path });
  const locked = (await follower.until(({ type }) => type === 'document.locked')).at(-1)!;
  expect(locked).toMatchObject({ path, actor: 'maria' });
  expect(Date.parse(locked.lock_expires_at!)).toBeGreaterThan(Date.now());

  await desk.maria.moved(path, 'in_review');
  const moved = (await follower.until(({ type }) => type === 'document.status_changed')).at(-1)!;
  expect(moved).toMatchObject({ path, actor: 'maria', status: 'in_review' });

  await server.write('content/posts/disk.md', '---\ntitle: D\n---\nTwo.\n');
  const edited = (await follower.until(updatedAt('posts/disk.md'))).at(-1)!;
  expect(edited.actor).toBe('external');
});

test('ADD-LIVE-1: a stream resumes after its last change, and a stranger’s position is a reset', async () => {
  const galley = await clientOf('ada', ['documents.read']);
  let last: string;
  const [first, second] = [await draft(desk), await draft(desk)];
  {
    await using follower = await Follower.start(galley);
    await desk.ada.saved({ path: first, content: 'One more.\n' });
    last = (await follower.until(updatedAt(first))).at(-1)!.id;
  }
  await desk.ada.saved({ path: second, content: 'One more.\n' });
  await using resumed = Follower.resume(galley, last);
  const missed = await resumed.until(updatedAt(second));
  expect(missed.map(({ path }) => path)).not.toContain(first);

  await using stranger = Follower.resume(galley, '17');
  expect((await stranger.until(() => true))[0]).toMatchObject({ type: 'reset', path: null });
});

test('ADD-LIVE-1: nobody hears of documents they may not read, or of others’ notifications', async () => {
  const everything = await clientOf('ada', ['documents.read']);
  const own = await clientOf('ines', ['documents.read.own']);
  await using ada = await Follower.start(everything);
  await using ines = await Follower.start(own);
  const secret = await draft(desk);
  await desk.maria.client.post('/__admin/api/documents/lock', { path: secret });
  await desk.maria.moved(secret, 'in_review');
  await ada.until(({ type, path }) => type === 'document.status_changed' && path === secret);
  const { path } = await jan.created({ title: 'Own' });
  const heard = await ines.until((change) => change.path === path);
  expect(heard.map((change) => change.path)).toEqual([path]);

  // The owner moves on: it is another person's document from now on.
  await desk.ada.client.post('/__admin/api/documents/editorial', {
    source_path: path,
    action: 'assign',
    assignee: 'ines',
    expected_revision: (await desk.ada.detail(path)).revision,
  });
  const told = await ines.until(({ type }) => type === 'notification');
  expect(told.at(-1)).toMatchObject({ type: 'notification', path: null, actor: null });
});

test('ADD-LIVE-1: a request can wait for the next change instead', async () => {
  const galley = await clientOf('ada', ['documents.read']);
  const start = await galley.changes.list({});
  expect(start.items.map(({ type }) => type)).toEqual(['reset']);
  const waiting = galley.changes.list({ after: start.next, wait: '30s' });
  const path = await draft(desk);
  const { items, next } = await waiting;
  expect(items.map((change) => change.path)).toContain(path);
  expect(await galley.changes.list({ after: next })).toEqual({ items: [], next });
});
