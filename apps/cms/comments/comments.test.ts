import { afterAll, beforeAll, expect, test } from 'vitest';
import { staff, type Staff } from '../editorial/fixtures.ts';
import { expectProblem, TestServer } from '../fixtures.ts';
import { Commenter, granted, passageOf, threadIn, type WireThread } from './fixtures.ts';

const text = 'The ink dries slowly.\n\nThe paper is thick.\n\nThe press is heavy.\n';

let server: TestServer;
let people: Staff;
let maria: Commenter;
let remi: Commenter;
let rosa: Commenter;
let ada: Commenter;

beforeAll(async () => {
  server = await TestServer.start();
  people = await staff(server);
  maria = new Commenter(people.maria);
  remi = new Commenter(people.remi);
  rosa = new Commenter(people.rosa);
  ada = new Commenter(people.ada);
});

afterAll(() => server[Symbol.asyncDispose]());

let created = 0;

async function document(content = text): Promise<string> {
  created += 1;
  return (await people.maria.created({ title: `Commented ${created}`, content })).path;
}

test('ADD-CMT-1: a thread begins at a passage, gets replies, is resolved and reopened', async () => {
  const path = await document();
  const begun = await rosa.comment(path, 'paper is thick', 'How thick?');
  expect(begun).toMatchObject({
    kind: 'comment',
    state: 'open',
    author: 'rosa',
    quote: 'paper is thick',
    passage: 'found',
    from: text.indexOf('paper'),
  });
  await maria.reply(begun.id, 'Like card.');
  const { items, open } = await rosa.list(path);
  expect(open).toBe(1);
  expect(items[0]!.comments.map(({ author, body }) => [author, body])).toEqual([
    ['rosa', 'How thick?'],
    ['maria', 'Like card.'],
  ]);
  const resolve = (resolved: boolean) =>
    maria.post('comments/resolve', { thread: begun.id, resolved });
  expect(threadIn(await resolve(true))).toMatchObject({ state: 'resolved', decided_by: 'maria' });
  expect((await rosa.list(path)).items).toEqual([]);
  expect((await rosa.list(path, { state: 'closed' })).items).toHaveLength(1);
  expect(threadIn(await resolve(false))).toMatchObject({ state: 'open', decided_by: null });
});

test('ADD-CMT-1: threads come in the order of the text, page by page', async () => {
  const path = await document();
  for (const words of ['press', 'ink', 'paper']) await rosa.comment(path, words, `About ${words}`);
  await rosa.post('comments', { path, body: 'About all of it' });
  const quotes = ({ items }: { items: readonly WireThread[] }) => items.map(({ quote }) => quote);
  expect(quotes(await rosa.list(path))).toEqual(['ink', 'paper', 'press', null]);
  const second = await rosa.list(path, { page: '2', limit: '3' });
  expect(quotes(second)).toEqual([null]);
  expect(second).toMatchObject({ total: 4, has_more: false });
});

test('ADD-CMT-3: a passage is followed through edits, moves and renames, and else said to be gone', async () => {
  const path = await document();
  const { id } = await rosa.comment(path, 'The paper is thick.', 'Really?');
  const now = async () => (await rosa.list(path)).items.find((thread) => thread.id === id)!;
  await people.maria.saved({ path, content: `First.\n\n${text}` });
  expect(await now()).toMatchObject({ passage: 'found', from: text.indexOf('The paper') + 8 });
  await people.maria.saved({
    path,
    content: 'The press is heavy.\n\nThe paper is thick.\n\nThe ink dries slowly.\n',
  });
  expect(await now()).toMatchObject({ passage: 'found', from: 21 });
  await people.maria.saved({ path, content: text.replace('is thick', 'is rather thick') });
  expect(await now()).toMatchObject({
    passage: 'edited',
    current_text: 'The paper is rather thick.',
    quote: 'The paper is thick.',
  });
  await people.maria.saved({ path, content: text.replace('The paper is thick.\n\n', '') });
  expect(await now()).toMatchObject({ passage: 'gone', from: null, quote: 'The paper is thick.' });
  await people.maria.saved({ path, content: text });
  expect(await now()).toMatchObject({ passage: 'found' });
});

test('ADD-CMT-4: words of an unsaved text are found once they are saved', async () => {
  const path = await document();
  const { revision } = await people.rosa.detail(path);
  const unsaved = text.replace('slowly', 'slowly, if at all');
  const passage = passageOf(revision, unsaved, 'if at all');
  const thread = threadIn(await rosa.post('comments', { path, passage, body: 'Sure?' }));
  expect(thread).toMatchObject({ passage: 'unsaved', quote: 'if at all', from: null });
  await people.maria.saved({ path, content: unsaved });
  expect((await rosa.list(path)).items[0]).toMatchObject({
    passage: 'found',
    from: unsaved.indexOf('if at all'),
  });
});

test('ADD-CMT-6: only people who may read the document see its threads', async () => {
  const path = await document();
  const { id } = await rosa.comment(path, 'ink', 'Which?');
  const own = new Commenter(people.jan);
  expectProblem(await own.askList(path), 404, 'not_found');
  for (const [action, body] of [
    ['comments', { path, body: 'Hm' }],
    ['comments/reply', { thread: id, body: 'Hm' }],
    ['comments/resolve', { thread: id, resolved: true }],
    ['comments/delete-thread', { thread: id }],
  ] as const)
    expectProblem(await own.post(action, body), 404, 'not_found');
});

test('ADD-CMT-6: authors edit and delete their comments, authors and administrators delete threads', async () => {
  const path = await document();
  const { id, comments } = await rosa.comment(path, 'ink', 'Which?');
  const reply = (await remi.reply(id, 'Blck.')).comments[1]!.id;
  const edit = { id: reply, body: 'Black.' };
  expectProblem(await rosa.post('comments/edit', edit), 403, 'forbidden');
  expectProblem(await ada.post('comments/edit', edit), 403, 'forbidden');
  expect(threadIn(await remi.post('comments/edit', edit)).comments[1]).toMatchObject({
    body: 'Black.',
    edited_at: expect.any(String) as string,
  });
  expectProblem(await rosa.post('comments/delete', { id: reply }), 403, 'forbidden');
  granted(await remi.post('comments/delete', { id: reply }));
  expectProblem(await remi.post('comments/delete-thread', { thread: id }), 403, 'forbidden');
  expectProblem(
    await remi.post('comments/resolve', { thread: id, resolved: true }),
    403,
    'forbidden',
  );
  granted(await rosa.post('comments/delete', { id: comments[0]!.id }));
  expect((await rosa.list(path)).items).toEqual([]);
  const other = await rosa.comment(path, 'paper', 'Which?');
  granted(await ada.post('comments/delete-thread', { thread: other.id }));
  expect((await rosa.list(path, { state: 'all' })).items).toEqual([]);
});

test('ADD-CMT-7: texts, comments and threads are limited', async () => {
  const path = await document();
  const { id } = await rosa.comment(path, 'ink', 'Which?');
  const long = 'x'.repeat(5_001);
  expectProblem(
    await rosa.post('comments/reply', { thread: id, body: long }),
    400,
    'invalid_request',
  );
  expectProblem(
    await rosa.post('comments/reply', { thread: id, body: ' ' }),
    400,
    'invalid_request',
  );
  expectProblem(await rosa.askAdd(path, 'paper', { body: '' }), 400, 'invalid_request');
  const { db } = server.database;
  const rows = Array.from({ length: 99 }, (_, place) => ({
    id: `filler-${path}-${place}`,
    thread_id: id,
    author: 'rosa',
    guest_name: null,
    body: 'More',
    created_at: new Date(),
    edited_at: null,
  }));
  await db.insertInto('comments').values(rows).execute();
  const full = await rosa.post('comments/reply', { thread: id, body: 'One more' });
  expectProblem(full, 409, 'too_many_comments');
  const thread = await db
    .selectFrom('comment_threads')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const threads = Array.from({ length: 499 }, (_, place) => ({ ...thread, id: `${id}-${place}` }));
  await db.insertInto('comment_threads').values(threads).execute();
  expectProblem(await rosa.askAdd(path, 'paper', { body: 'One more' }), 409, 'too_many_comments');
});

test('ADD-CMT-9: threads disappear with the document, come back with it, and are not copied', async () => {
  const path = await document();
  const { id } = await rosa.comment(path, 'ink', 'Which?');
  granted(await people.ada.client.post('/__admin/api/documents/delete', { path }));
  expectProblem(await rosa.post('comments/reply', { thread: id, body: 'Here?' }), 404, 'not_found');
  granted(await people.ada.client.post('/__admin/api/documents/restore', { path }));
  expect((await rosa.list(path)).items).toHaveLength(1);
  const { title } = await people.maria.detail(path);
  const copy = await people.maria.created({ title: `Copy of ${title}`, content: text });
  expect((await rosa.list(copy.path)).items).toEqual([]);
});
