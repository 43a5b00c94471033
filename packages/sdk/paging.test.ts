import { expect, test } from 'vitest';
import { operations } from '@galley/contract';
import { answers, clientOf, OddServer, type Reply } from './fixtures.ts';
import { routes } from './generated/routes.ts';

async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const page = (ids: string[], rest: object): Reply =>
  answers({ items: ids.map((id) => ({ id })), ...rest });

const asked = ({ heard }: OddServer): string[] => heard.map(({ url }) => url.split('?')[1] ?? '');

test('every paged list has pages', () => {
  const paged = operations.filter(({ id }) => routes[id]!.paging).map(({ id }) => id);
  expect(paged).toEqual([
    'tokens.overview',
    'audit.list',
    'imports.rows',
    'documents.list',
    'documents.history',
    'media.list',
    'notifications.list',
    'changes.list',
    'comments.list',
    'forms.entries',
    'webhooks.deliveries',
    'mail.list',
    'platform.collections',
    'runs.list',
    'runs.events',
    'runs.messages',
    'tasks.list',
    'questions.list',
    'memories.list',
    'proposals.list',
    'deliberations.list',
    'deliberations.posts',
    'approvals.list',
    'agents.list',
    'claims.list',
    'agent_sessions.list',
    'agent_sessions.events',
    'worker_tokens.list',
    'mcp_clients.list',
  ]);
});

test('pages by cursor continue until the cursor is null, with the same query', async () => {
  const first = page(['a', 'b'], { next_cursor: 'x y' });
  await using server = await OddServer.start(first, page(['c'], { next_cursor: null }));
  const { galley } = clientOf(server);
  const found = await collected(galley.documents.list.all({ q: 'ink', page: 1 }));
  expect(found.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(asked(server)).toEqual(['q=ink&page=1', 'q=ink&cursor=x+y']);
});

test.each([
  ['has no cursor', {}],
  ['repeats its cursor', { next_cursor: 'x' }],
])('a list fails after a page that %s, instead of starting over', async (_what, rest) => {
  const first = page(['a'], { next_cursor: 'x' });
  await using server = await OddServer.start(first, page(['b'], rest));
  const pages = clientOf(server).galley.documents.list.pages();
  await pages.next();
  expect((await pages.next()).value).toMatchObject({ items: [{ id: 'b' }] });
  await expect(pages.next()).rejects.toThrow('without a new cursor');
  expect(asked(server)).toEqual(['', 'cursor=x']);
});

test('a list fails when the server repeats the page by last entry or by number', async () => {
  await using history = await OddServer.start(answers([{ seq: 4 }]));
  const entries = clientOf(history).galley.documents.history.all({ path: 'a.md' });
  await expect(collected(entries)).rejects.toThrow('without a new before');
  await using media = await OddServer.start(page(['a'], { page: 1, has_more: true }));
  const files = clientOf(media).galley.media.list.all();
  await expect(collected(files)).rejects.toThrow('without a new page');
});

test('pages by last entry pass its name on', async () => {
  const first = answers([{ seq: 5 }, { seq: 4 }]);
  await using server = await OddServer.start(first, answers([{ seq: 3 }]), answers([]));
  const { galley } = clientOf(server);
  const pages = await collected(galley.documents.history.pages({ path: 'a.md' }));
  expect(pages.map((one) => one.map(({ seq }) => seq))).toEqual([[5, 4], [3]]);
  expect(asked(server)).toEqual(['path=a.md', 'path=a.md&before=4', 'path=a.md&before=3']);
});

test('pages by number start at the requested page', async () => {
  const [second, third] = [
    page(['c'], { page: 2, has_more: true }),
    page(['d'], { page: 3, has_more: false }),
  ];
  await using server = await OddServer.start(second, third);
  const found = await collected(clientOf(server).galley.media.list.all({ page: 2 }));
  expect(found).toEqual([{ id: 'c' }, { id: 'd' }]);
  expect(asked(server)).toEqual(['page=2', 'page=3']);
});

test('pages by offset skip the entries already seen', async () => {
  await using server = await OddServer.start(answers([{ id: 'a' }, { id: 'b' }]), answers([]));
  const found = await collected(clientOf(server).galley.audit.list.all({ limit: 2, offset: 3 }));
  expect(found).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(asked(server)).toEqual(['limit=2&offset=3', 'limit=2&offset=5']);
});

test('listed events end with the first empty page, although the cursor continues', async () => {
  const first = page(['7', '9'], { next: '9' });
  await using server = await OddServer.start(first, page([], { next: '9' }));
  const input = { id: 'press', run: 'run-1' };
  const found = await collected(clientOf(server).galley.runs.events.all(input));
  expect(found.map(({ id }) => id)).toEqual(['7', '9']);
  expect(asked(server)).toEqual(['', 'after=9']);
});

test('an empty list has one empty page and no items', async () => {
  await using server = await OddServer.start(page([], { next: null }));
  const { galley } = clientOf(server);
  expect(await collected(galley.runs.list.pages({ id: 'press' }))).toHaveLength(1);
  expect(await collected(galley.runs.list.all({ id: 'press' }))).toEqual([]);
});

test('pages are fetched on demand', async () => {
  await using server = await OddServer.start(page(['a', 'b'], { next: 'b' }));
  const { galley } = clientOf(server);
  for await (const { id } of galley.tasks.list.all({ id: 'press' })) if (id === 'b') break;
  expect(server.heard).toHaveLength(1);
});

test('a loop can be aborted between pages', async () => {
  await using server = await OddServer.start(page(['a'], { next: 'a' }));
  const controller = new AbortController();
  const { galley } = clientOf(server);
  const items = galley.tasks.list.all({ id: 'press' }, { signal: controller.signal });
  await items.next();
  controller.abort(new Error('enough'));
  await expect(items.next()).rejects.toThrow('enough');
});
