import { expect, test } from 'vitest';
import type { Actor } from '@galley/kernel';
import { author, editor, Newsroom } from './newsroom.fixtures.ts';

const path = 'posts/ink.md';
const maria = author('maria');

function reviewer(username: string): Actor {
  return { ...editor, username, grants: new Set(['documents.read', 'documents.review']) };
}

async function roomInReview(): Promise<Newsroom> {
  const room = await Newsroom.open('editorial: { require_approval: true }');
  await room.indexer.scan();
  const frontmatter = { workflow: 'in_review' };
  const draft = { type: 'post', lang: 'en', title: 'Ink', content: 'Black.\n', frontmatter };
  await room.service.create(maria, draft);
  return room;
}

function codeOf(result: PromiseSettledResult<unknown>): unknown {
  return result.status === 'fulfilled' ? 'done' : (result.reason as { code: unknown }).code;
}

test.each(Array.from({ length: 8 }, (_, at) => at))(
  'CMS-ST-13: an approval during a save applies to the revision that was read, or fails (%i)',
  async (at) => {
    await using room = await roomInReview();
    const colleague = room.colleague();
    const { indexed } = await room.service.get(editor, path);
    const read = indexed.revision;
    const approve = () =>
      colleague.editorial.act(reviewer('rosa'), {
        path,
        action: 'approve',
        expectedRevision: read,
      });
    const save = () => room.service.save(maria, { path, content: 'Newer.\n' });
    const work = at % 2 ? [approve, save] : [save, approve];
    const results = await Promise.allSettled(work.map((one) => one()));
    const [approved, saved] = at % 2 ? results : results.toReversed();
    expect(codeOf(saved!)).toBe('done');
    expect(['done', 'stale_revision']).toContain(codeOf(approved!));
    const after = (await room.service.get(editor, path)).indexed;
    expect(after.editorial.approval).toBeNull();
    expect(after.status).toBe(codeOf(approved!) === 'done' ? 'draft' : 'in_review');
    const publish = room.editorial.changeStatus(editor, { path, status: 'published' });
    await expect(publish).rejects.toMatchObject({ code: 'approval_required' });
  },
);

test('CMS-ST-3: two concurrent approvals are both recorded in order', async () => {
  await using room = await roomInReview();
  const colleague = room.colleague();
  const { revision: expectedRevision } = (await room.service.get(editor, path)).indexed;
  const input = { path, action: 'approve', expectedRevision } as const;
  await Promise.all([
    room.editorial.act(reviewer('rosa'), input),
    colleague.editorial.act(reviewer('remi'), input),
  ]);
  const document = await room.service.getDetailed(editor, path);
  const { events } = document.details;
  const approvals = events.filter(({ action }) => action === 'approve');
  expect(approvals.map(({ actor }) => actor).toSorted()).toEqual(['remi', 'rosa']);
  const { approval } = document.indexed.editorial;
  expect(['remi', 'rosa']).toContain(approval!.by);
  const entries = await room.service.history(editor, path);
  expect(entries.map(({ kind }) => kind)).toEqual(['editorial', 'editorial', 'save']);
  expect(entries[0]!.author).toBe(approval!.by);
});

test('CMS-ST-3, CMS-ST-4: of a concurrent approval and change request, the later one takes effect', async () => {
  await using room = await roomInReview();
  const { revision: expectedRevision } = (await room.service.get(editor, path)).indexed;
  const results = await Promise.allSettled([
    room.editorial.act(reviewer('rosa'), { path, action: 'approve', expectedRevision }),
    room.colleague().editorial.act(reviewer('remi'), {
      path,
      action: 'request_changes',
      expectedRevision,
    }),
  ]);
  expect(codeOf(results[1])).toBe('done');
  expect(['done', 'illegal_transition']).toContain(codeOf(results[0]));
  expect((await room.service.get(editor, path)).indexed).toMatchObject({
    status: 'draft',
    editorial: { approval: null },
  });
});

test('GAP-ED-5: a concurrent assignment and publication never publish an unapproved revision', async () => {
  await using room = await roomInReview();
  room.people.set('jan', author('jan'));
  const { revision: expectedRevision } = (await room.service.get(editor, path)).indexed;
  const approve = { path, action: 'approve', expectedRevision } as const;
  await room.editorial.act(reviewer('rosa'), approve);
  const [published] = await Promise.allSettled([
    room.colleague().editorial.changeStatus(editor, { path, status: 'published' }),
    room.editorial.act(editor, { path, action: 'assign', owner: 'jan' }),
  ]);
  const { indexed } = await room.service.get(editor, path);
  const open = await room.published.findByPath(path);
  expect(indexed.editorial.approval).toBeNull();
  if (codeOf(published) === 'done') expect(open?.revision).toBe(expectedRevision);
  else expect([codeOf(published), open]).toEqual(['approval_required', undefined]);
});

test('more concurrent assignments than connections all complete', async () => {
  await using room = await Newsroom.open();
  room.people.set('jan', author('jan'));
  const names = Array.from({ length: 30 }, (_, at) => `posts/p${at}.md`);
  for (const name of names) await room.write(name, '---\ntitle: Ink\n---\n');
  await room.indexer.scan();
  const assigned = names.map((name) =>
    room.editorial.act(editor, { path: name, action: 'assign', assignee: 'jan' }),
  );
  const states = await Promise.all(assigned);
  expect(states.map(({ document }) => document.indexed.editorial.assignee)).toEqual(
    names.map(() => 'jan'),
  );
});
