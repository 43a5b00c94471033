import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type Operation } from '@galley/contract';
import { capabilities } from '@galley/kernel';
import { TestServer, type Client } from '../fixtures.ts';
import { examples, type Query, type Values } from '../operation-examples.ts';
import { call } from '../operations/fixtures.ts';
import { eventually } from '../plugins/fixtures.ts';

const api = '/__admin/api';
const [draft, trashed, planned] = ['draft', 'trashed', 'planned'].map(
  (name) => `posts/geheim-${name}.md`,
) as [string, string, string];

const secret = /geheim/i;

/** Capabilities that inherently reveal all documents: logs, backups, builds, patches. */
const seeingAll = ['audit.read', 'operations.manage', 'runs.read', 'runs.control', 'runs.approve'];

/** All other capabilities, with reading limited to her own documents. */
const grants = [
  ...capabilities.filter((name) => name !== 'documents.read' && !seeingAll.includes(name)),
  'documents.read.own',
];

/** Queries for a list beside its example, made only of values that she could guess. */
const queries: Readonly<Record<string, readonly Query[]>> = {
  'documents.list': [
    {},
    ...['q', 'author', 'assignee', 'reviewer'].map((key) => ({
      [key]: key === 'q' ? 'kohle' : 'bea',
    })),
    { type: 'post', lang: 'en' },
    { status: 'in_review' },
    { status: 'scheduled' },
    { sort: 'title' },
  ],
  'documents.people': [{ path: 'posts/own.md' }],
  'documents.link_targets': [{}, { q: 'kohle' }],
  'documents.address': [{ path: 'posts/own.md', slug: 'kohle' }],
  'documents.translations': [{ path: 'posts/own.md' }],
  'documents.history': [{ path: 'posts/own.md' }],
  'documents.get': [{ path: 'posts/own.md' }],
  'media.list': [{}, { q: 'press' }],
  'media.usage': [{ path: 'media/press.txt' }],
  'notifications.list': [{}, { unread: 'true' }],
  'plugins.panel': [{ name: 'link-checker' }, { name: 'social-cards' }],
  'settings.form': [{ section: 'editorial' }, { section: 'feed' }],
  'platform.collections': [{}],
};

const lists = operations.filter(
  ({ id, method, access, base }) =>
    method === 'GET' &&
    base !== 'root' &&
    !id.startsWith('platform.content') &&
    !(typeof access === 'object' && seeingAll.includes(access.capability)),
);

const keysOfPaths = ['path', 'source_path', 'paths'];

const aboutOne = operations
  .filter(({ id }) => {
    const { query, body } = examples[id]!;
    return id.startsWith('documents.') && keysOfPaths.some((key) => key in { ...query, ...body });
  })
  .map((operation) => ({ id: operation.id, operation }));

let server: TestServer;
let rita: Client;
/** Operations that named the documents before she was restricted. */
const namedBefore: string[] = [];

beforeAll(async () => {
  const text = (author: string, title: string) =>
    `---\ntitle: ${title}\nauthor: ${author}\nworkflow: draft\ntags: [${title}]\n---\nKohle, [${title}](/media/press.txt), [${title}](/${title}/).\n`;
  server = await TestServer.start({
    files: {
      'content/posts/own.md': text('rita', 'Own'),
      'content/media/press.txt': 'Of the press.\n',
      ...Object.fromEntries(
        [draft, trashed, planned].map((path) => [`content/${path}`, text('otto', 'Geheim')]),
      ),
    },
  });
  for (const username of ['otto', 'bea']) await server.addUser({ username, role: 'editor' });
  rita = await server.signedInAs({ username: 'rita', role: 'restricted', grants: ['*'] });
  await leaveTraces(await server.signedIn());
  await eventually(
    () => answersOf('plugins.panel'),
    (answers) => secret.test(answers[0]!),
  );
  for (const { id } of lists) {
    if ((await answersOf(id)).some((text) => secret.test(text))) namedBefore.push(id);
  }
  const { db } = server.database;
  const restricted = db.updateTable('roles').set({ capabilities: grants });
  await restricted.where('name', '=', 'restricted').execute();
  await rita.signIn({ username: 'rita', password: 'another long passphrase' });
});

afterAll(() => server[Symbol.asyncDispose]());

function answersOf(id: string): Promise<string[]> {
  const operation = lists.find((one) => one.id === id)!;
  const asked = queries[id] ?? [examples[id]?.query ?? {}];
  return Promise.all(asked.map(async (query) => (await call(rita, operation, { query })).text));
}

/** Has Rita work on the documents while she can read them, so that lists have reason to name them. */
async function leaveTraces(ada: Client): Promise<void> {
  const ok = async (client: Client, path: string, body: Values) => {
    const answer = await client.post(api + path, body);
    expect({ path, status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  };
  for (const path of [draft, trashed, planned]) {
    await ok(ada, '/documents/editorial', {
      source_path: path,
      action: 'assign',
      assignee: 'rita',
    });
    await ok(rita, '/documents/working-copy', { path, content: 'Geheim', base_revision: 'none' });
    await ok(rita, '/documents/preview-link', { path });
    await ok(ada, '/documents/editorial', { source_path: path, action: 'assign', assignee: 'bea' });
  }
  await ok(rita, '/documents/lock', { path: draft });
  await ok(ada, '/documents/delete', { path: trashed });
  const later = new Date(Date.now() + 86_400_000).toISOString();
  await ok(ada, '/documents/status', {
    path: planned,
    status: 'scheduled',
    scheduled_publish_at: later,
  });
  await ok(ada, '/documents/status', { path: draft, status: 'in_review' });
  // A day in the example of the calendar.
  await ok(ada, '/documents/deadline', { path: draft, due_on: '2026-06-01' });
  for (const name of ['link-checker', 'social-cards']) {
    await ok(ada, '/plugins/enable', { name, approve_risk: true });
  }
}

describe('a document without read access', () => {
  test('was in these lists while the user had access', () => {
    expect(namedBefore.toSorted()).toEqual([
      'documents.calendar',
      'documents.list',
      'documents.schedule',
      'documents.trash',
      'documents.working_copies',
      'media.usage',
      'notifications.list',
      'plugins.panel',
      'terms.list',
    ]);
  });

  test.each(lists)('is in no response of $id', async ({ id }) => {
    for (const text of await answersOf(id)) expect(text).not.toMatch(secret);
  });

  // Creating a document necessarily reveals whether its path is taken.
  test.each(aboutOne.filter(({ id }) => id !== 'documents.create'))(
    'is missing for $id',
    async ({ operation }) => {
      const nothing = await ask(operation, 'posts/nothing.md');
      for (const path of [draft, trashed, planned]) {
        expect(await ask(operation, path)).toEqual(nothing);
      }
      const noTrash = await ask(operation, '.trash/posts/nothing.md');
      expect(await ask(operation, `.trash/${trashed}`)).toEqual(noTrash);
    },
  );
});

async function ask(operation: Operation, path: string): Promise<unknown> {
  const answer = await call(rita, operation, withPath(operation, path));
  const text = answer.text.replaceAll(path, 'PATH').replace(/"request_id":"[^"]+"/, '');
  return { status: answer.status, text };
}

function withPath({ id, method }: Operation, path: string) {
  const { query, body } = examples[id]!;
  const given = method === 'GET' ? query : body;
  const key = keysOfPaths.find((one) => given![one] !== undefined)!;
  const asked = { ...given, [key]: key === 'paths' ? [path] : path };
  return method === 'GET' ? { query: asked as Query } : { body: asked };
}
