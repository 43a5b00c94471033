import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEditorialSetup, type Editor, type Staff } from '../editorial/fixtures.ts';
import { expectProblem, type TestServer } from '../fixtures.ts';
import { Commenter, granted } from './fixtures.ts';

const text = 'The ink dries slowly.\n\nThe paper is thick.\n\nThe press is heavy.\n';

let server: TestServer;
let people: Staff;
let rosa: Commenter;
let remi: Commenter;
let maria: Commenter;

beforeAll(async () => {
  ({ server, staff: people } = await startEditorialSetup({ requireApproval: true }));
  rosa = new Commenter(people.rosa);
  remi = new Commenter(people.remi);
  maria = new Commenter(people.maria);
});

afterAll(() => server[Symbol.asyncDispose]());

let created = 0;

async function document(content = text): Promise<string> {
  created += 1;
  return (await people.maria.created({ title: `Suggested ${created}`, content })).path;
}

const bodyOf = async (path: string) => (await people.ada.detail(path)).raw_body;

async function contributorsOf(path: string): Promise<unknown> {
  const { editorial } = await people.ada.detail(path);
  return (editorial as { contributors: unknown }).contributors;
}

async function expectBarred(path: string, suggester: Editor): Promise<void> {
  expect(await contributorsOf(path)).toEqual(['maria', 'rosa']);
  await people.maria.moved(path, 'in_review');
  expectProblem(await suggester.decide(path, 'approve'), 403, 'not_independent');
  expect((await people.remi.decide(path, 'approve')).status).toBe(200);
}

test('ADD-SUG-1: suggestions replace, insert and delete, and change nothing until they are accepted', async () => {
  const path = await document();
  const replace = await rosa.suggest(path, 'slowly', 'fast');
  const insert = await rosa.suggest(path, 'paper', 'new paper');
  const remove = await rosa.suggest(path, '\n\nThe press is heavy.', '');
  expect(replace).toMatchObject({ kind: 'suggestion', replacement: 'fast', quote: 'slowly' });
  expect(await bodyOf(path)).toBe(text);
  granted(await maria.accept(path, replace.id, insert.id, remove.id));
  expect(await bodyOf(path)).toBe('The ink dries fast.\n\nThe new paper is thick.\n');
  const closed = await rosa.list(path, { state: 'closed' });
  expect(closed.items.map(({ state }) => state)).toEqual(['accepted', 'accepted', 'accepted']);
});

test('ADD-SUG-2: a suggestion whose passage has changed is not accepted, and shows both texts', async () => {
  const path = await document();
  const { id } = await rosa.suggest(path, 'The paper is thick.', 'The paper is thin.');
  const other = await rosa.suggest(path, 'slowly', 'fast');
  const changed = text.replace('paper is thick', 'paper is rather thick');
  await people.maria.saved({ path, content: changed });
  expectProblem(await maria.accept(path, other.id, id), 409, 'suggestion_outdated');
  expect(await bodyOf(path)).toBe(changed);
  expect((await rosa.list(path)).items[1]).toMatchObject({
    passage: 'edited',
    quote: 'The paper is thick.',
    current_text: 'The paper is rather thick.',
    replacement: 'The paper is thin.',
  });
  await people.maria.saved({ path, content: 'All new.\n' });
  expectProblem(await maria.accept(path, id), 409, 'suggestion_outdated');
  granted(await maria.post('suggestions/reject', { path, threads: [id, other.id] }));
  expect((await rosa.list(path)).items).toEqual([]);
});

test('ADD-SUG-2: overlapping suggestions are not accepted together', async () => {
  const path = await document();
  const one = await rosa.suggest(path, 'ink dries', 'paint dries');
  const other = await rosa.suggest(path, 'dries slowly', 'dries fast');
  expectProblem(await maria.accept(path, one.id, other.id), 409, 'suggestion_outdated');
  granted(await maria.accept(path, one.id));
  expect(await bodyOf(path)).toContain('The paint dries slowly.');
});

test('ADD-SUG-3: who suggested the text cannot approve it', async () => {
  const path = await document();
  const { id } = await rosa.suggest(path, 'slowly', 'fast');
  granted(await maria.accept(path, id));
  await expectBarred(path, people.rosa);
});

test('ADD-SUG-3: not if a client saves the text itself, in parts, after a rejection, or after a withdrawal', async () => {
  const suggested = 'quickly in the warm air of June';
  const ways: Readonly<Record<string, (path: string, id: string) => Promise<unknown>>> = {
    itself: (path) => people.maria.saved({ path, content: text.replace('slowly', suggested) }),
    inPart: (path) =>
      people.maria.saved({ path, content: text.replace('slowly', 'in the warm air, they say') }),
    rejected: async (path, id) => {
      granted(await maria.post('suggestions/reject', { path, threads: [id] }));
      await people.maria.saved({ path, content: `${suggested}\n` });
    },
    withdrawn: async (path, id) => {
      granted(await rosa.post('comments/delete-thread', { thread: id }));
      await people.maria.saved({ path, content: text.replace('slowly', suggested) });
    },
  };
  for (const save of Object.values(ways)) {
    const path = await document();
    const { id } = await rosa.suggest(path, 'slowly', suggested);
    await save(path, id);
    await expectBarred(path, people.rosa);
  }
});

test('ADD-SUG-3: single words, signs and deletions count as well, in texts of other people not', async () => {
  for (const [quote, replacement] of [
    ['slowly', 'fast'],
    ['slowly.', 'slowly!'],
    [' slowly', ''],
  ] as const) {
    const path = await document();
    await rosa.suggest(path, quote, replacement);
    await people.maria.saved({ path, content: text.replace('heavy', 'light') });
    expect(await contributorsOf(path)).toEqual(['maria']);
    await people.maria.saved({ path, content: text.replace(quote, replacement) });
    await expectBarred(path, people.rosa);
    expect((await rosa.list(path, { state: 'closed' })).items[0]).toMatchObject({
      state: 'accepted',
      decided_by: 'maria',
    });
  }
});

test('ADD-SUG-4: only people who may change the document decide; authors withdraw', async () => {
  const path = await document();
  const { id } = await rosa.suggest(path, 'slowly', 'fast');
  for (const action of ['accept', 'reject']) {
    const answer = await remi.post(`suggestions/${action}`, { path, threads: [id] });
    expectProblem(answer, 403, 'forbidden');
  }
  expectProblem(
    await maria.post('comments/resolve', { thread: id, resolved: true }),
    400,
    'invalid_request',
  );
  expectProblem(await remi.post('comments/delete-thread', { thread: id }), 403, 'forbidden');
  granted(await rosa.post('comments/delete-thread', { thread: id }));
  expect((await rosa.list(path, { state: 'all' })).items).toEqual([]);
  expectProblem(await maria.accept(path, id), 404, 'not_found');
});

test('ADD-SUG-2: a suggestion is not accepted into a text that another person is editing', async () => {
  const path = await document();
  const { id } = await rosa.suggest(path, 'slowly', 'fast');
  granted(await people.edith.client.post('/__admin/api/documents/lock', { path }));
  expectProblem(await maria.accept(path, id), 409, 'document_locked');
  expect((await rosa.list(path)).items[0]).toMatchObject({ state: 'open' });
});

test('ADD-SUG-3: not if the suggestion came without its surroundings, or with wrong ones', async () => {
  for (const around of [
    { prefix: '', suffix: '' },
    { prefix: 'nothing of', suffix: 'this is there' },
  ]) {
    const path = await document();
    const { revision } = await people.rosa.detail(path);
    const from = text.indexOf('slowly');
    const passage = { revision, from, to: from + 6, quote: 'slowly', ...around };
    granted(await rosa.post('comments', { path, body: '', passage, replacement: 'heavy' }));
    await people.maria.saved({ path, content: text.replace('slowly', 'heavy') });
    await expectBarred(path, people.rosa);
  }
});
