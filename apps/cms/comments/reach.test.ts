import { afterAll, beforeAll, expect, test } from 'vitest';
import { listExportedComments } from '@galley/content';
import { createGalley, type Change } from '@galley/sdk';
import { staff, type Editor, type Staff } from '../editorial/fixtures.ts';
import { TestServer } from '../fixtures.ts';
import { addToken } from '../operations/fixtures.ts';
import { Commenter, granted } from './fixtures.ts';

const text = 'The ink dries slowly.\n\nThe paper is thick.\n';
const secret = 'Zanzibar secret remark';

let server: TestServer;
let people: Staff;
let maria: Commenter;
let rosa: Commenter;

beforeAll(async () => {
  server = await TestServer.start();
  people = await staff(server);
  maria = new Commenter(people.maria);
  rosa = new Commenter(people.rosa);
});

afterAll(() => server[Symbol.asyncDispose]());

let created = 0;

async function document(more: object = {}): Promise<string> {
  created += 1;
  const title = `Reached ${created}`;
  return (await people.maria.created({ title, content: text, ...more })).path;
}

interface Notice {
  readonly type: string;
  readonly path: string;
  readonly note: string | null;
  readonly actor: string;
}

async function noticesOf(person: Editor, path: string): Promise<Notice[]> {
  const answer = await person.client.get('/__admin/api/notifications');
  return granted<{ items: Notice[] }>(answer).items.filter((item) => item.path === path);
}

test('ADD-CMT-2: mentions, and further comments for everyone who takes part, are notified once', async () => {
  const path = await document();
  const { id } = await rosa.comment(path, 'ink', 'Which ink, @remi, @jan and @nobody?');
  await expect.poll(() => noticesOf(people.remi, path)).toHaveLength(1);
  await expect.poll(() => noticesOf(people.maria, path)).toHaveLength(1);
  expect((await noticesOf(people.remi, path))[0]).toMatchObject({
    type: 'mentioned',
    actor: 'rosa',
    note: 'Which ink, @remi, @jan and @nobody?',
  });
  expect((await noticesOf(people.maria, path))[0]).toMatchObject({ type: 'commented' });
  await maria.reply(id, 'Black, @rosa.');
  await expect.poll(() => noticesOf(people.rosa, path)).toHaveLength(1);
  expect((await noticesOf(people.rosa, path))[0]).toMatchObject({ type: 'mentioned' });
  // He may not read the document of another author.
  expect(await noticesOf(people.jan, path)).toEqual([]);
  expect(await noticesOf(people.maria, path)).toHaveLength(1);
});

test('ADD-CMT-8: followers hear of threads of documents that they may read, without the text', async () => {
  const follow = async (username: string) => {
    const { headers } = await addToken(server, username, {
      scopes: ['documents.read', 'documents.read.own'],
    });
    const token = headers.authorization.slice('Bearer '.length);
    const galley = createGalley({ baseUrl: server.url, token });
    const { next } = await galley.changes.list({});
    return (): Promise<readonly Change[]> =>
      galley.changes.list({ after: next }).then(({ items }) => items);
  };
  const path = await document();
  const [heardByAda, heardByJan] = [await follow('ada'), await follow('jan')];
  const { id } = await rosa.comment(path, 'ink', secret);
  granted(await rosa.post('comments/resolve', { thread: id, resolved: true }));
  const about = async () => (await heardByAda()).filter((change) => change.path === path);
  await expect
    .poll(async () => (await about()).map(({ type }) => type))
    .toEqual(expect.arrayContaining(['comment.added', 'comment.changed']));
  expect(JSON.stringify(await heardByAda())).not.toContain('Zanzibar');
  expect((await heardByJan()).filter((change) => change.path === path)).toEqual([]);
});

test('ADD-CMT-10: exports have threads; files, pages, feeds, search and the platform API do not', async () => {
  const path = await document({ title: 'Public ink' });
  const thread = await rosa.comment(path, 'ink', secret);
  await maria.reply(thread.id, 'Read.');
  await rosa.suggest(path, 'slowly', 'Zanzibarly');
  await people.edith.moved(path, 'published');
  const found = await listExportedComments(server.database.db);
  expect(found.filter((one) => one.path === path)).toMatchObject([
    {
      kind: 'comment',
      quote: 'ink',
      comments: [
        { author: 'rosa', body: secret },
        { author: 'maria', body: 'Read.' },
      ],
    },
    { kind: 'suggestion', replacement: 'Zanzibarly', author: 'rosa' },
  ]);
  const { url, id } = await people.ada.detail(path);
  const visitor = server.visitor();
  for (const address of [
    String(url),
    '/feed.xml',
    '/feed.json',
    '/sitemap.xml',
    '/search?q=Zanzibar',
    `/__platform/api/content/post/${id}`,
  ])
    expect((await visitor.get(address)).text, address).not.toMatch(/Zanzibarly|secret remark/);
  expect(await server.read(`content/${path}`)).not.toContain('Zanzibar');
});
