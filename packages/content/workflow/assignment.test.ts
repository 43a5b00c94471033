import { describe, expect, test } from 'vitest';
import { editor } from './newsroom.fixtures.ts';
import {
  approvedRoom,
  ask,
  assign,
  enforced,
  indexedIn,
  jan,
  path,
  publish,
  roomWithDraft,
} from './editorial.fixtures.ts';

describe('an assignment', () => {
  test('CMS-ED-5, GAP-ED-1: sets, keeps and clears people, and is recorded', async () => {
    await using room = await roomWithDraft();
    await assign(room, { assignee: 'jan', reviewer: 'rosa' });
    expect((await indexedIn(room)).editorial).toMatchObject({ assignee: 'jan', reviewer: 'rosa' });
    const state = await assign(room, { owner: '', assignee: '' });
    expect(state.document.indexed).toMatchObject({
      metadata: { author: 'maria' },
      editorial: { assignee: null, reviewer: 'rosa' },
    });
    expect(state.events).toMatchObject([
      { action: 'assign', actor: 'edith', details: { assignee: null } },
      { action: 'assign', actor: 'edith', details: { assignee: 'jan', reviewer: 'rosa' } },
    ]);
    expect(await room.read(path)).toMatch(/editorial:\n {2}reviewer: rosa\n {2}events:/);
    const [entry] = await room.service.history(editor, path);
    expect(entry).toMatchObject({ kind: 'editorial', message: 'Assigned: assignee none' });
  });

  test('without changes creates no entry', async () => {
    await using room = await roomWithDraft();
    const before = await room.read(path);
    await assign(room, {});
    await assign(room, { owner: 'maria', assignee: '', reviewer: '' });
    expect(await room.read(path)).toBe(before);
    expect(await room.service.history(editor, path)).toHaveLength(1);
  });

  test.each([
    [{ owner: 'nobody' }, ['owner']],
    [{ assignee: 'nobody' }, ['assignee']],
    [{ reviewer: 'nobody' }, ['reviewer']],
    [{ reviewer: 'jan' }, ['reviewer']],
    [{ owner: 'nobody', assignee: 'jan', reviewer: 'maria' }, ['owner', 'reviewer']],
    [{ owner: 'rosa', reviewer: 'rosa' }, ['reviewer']],
    [{ assignee: 'rosa', reviewer: 'rosa' }, ['reviewer']],
  ])(
    'GAP-ED-4, GAP-ED-7: %j is rejected with its fields, and nothing is changed',
    async (parts, at) => {
      await using room = await roomWithDraft();
      const refused: unknown = await assign(room, parts).catch((error: unknown) => error);
      expect(refused).toMatchObject({
        code: 'invalid_assignee',
        details: { errors: at.map((field) => expect.objectContaining({ path: field }) as unknown) },
      });
      expect(await room.service.history(editor, path)).toHaveLength(1);
    },
  );

  test('GAP-ED-4, CMS-AUTH-19: does not make the assigned reviewer the owner, who could not decide', async () => {
    await using room = await roomWithDraft();
    await assign(room, { reviewer: 'rosa' });
    await expect(assign(room, { owner: 'rosa' })).rejects.toMatchObject({
      code: 'invalid_assignee',
      details: {
        errors: [
          {
            path: 'reviewer',
            message: 'rosa is the owner and cannot review the document; choose another reviewer',
          },
        ],
      },
    });
    await assign(room, { owner: 'rosa', reviewer: 'remi' });
    expect(await indexedIn(room)).toMatchObject({
      metadata: { author: 'rosa' },
      editorial: { reviewer: 'remi' },
    });
  });

  test('GAP-ED-4: requires documents.assign', async () => {
    await using room = await roomWithDraft();
    const writer = {
      ...editor,
      grants: new Set([
        'documents.read',
        'documents.write',
        'documents.publish',
        'documents.review',
      ]),
    };
    const attempt = room.editorial.act(writer, { path, action: 'assign', assignee: 'jan' });
    await expect(attempt).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('GAP-ED-1: checks the revision when given', async () => {
    await using room = await roomWithDraft();
    const stale = { path, action: 'assign', assignee: 'jan', expectedRevision: 'old' } as const;
    await expect(room.editorial.act(editor, stale)).rejects.toMatchObject({
      code: 'stale_revision',
    });
  });

  test('CMS-ST-10: clears the approval, also for a new reviewer', async () => {
    await using room = await approvedRoom();
    await assign(room, { reviewer: 'remi' });
    expect(await indexedIn(room)).toMatchObject({
      status: 'in_review',
      editorial: { approval: null },
    });
  });

  test('CMS-ST-10: with approval required, turns a published document into a draft and keeps its page', async () => {
    await using room = await approvedRoom(enforced);
    await publish(room);
    const before = await room.published.findByPath(path);
    await assign(room, { owner: 'jan' });
    expect(await indexedIn(room)).toMatchObject({
      status: 'draft',
      metadata: { author: 'jan' },
      editorial: { approval: null },
    });
    expect(await room.published.findByPath(path)).toEqual(before);
    await expect(publish(room)).rejects.toMatchObject({ code: 'approval_required' });
  });

  test('CMS-ST-10: otherwise keeps a published document and its publication time', async () => {
    await using room = await approvedRoom();
    await publish(room);
    const before = await room.published.findByPath(path);
    room.clock.advance(60_000);
    await assign(room, { assignee: 'jan' });
    const indexed = await indexedIn(room);
    expect(indexed).toMatchObject({ status: 'published', editorial: { approval: null } });
    const after = await room.published.findByPath(path);
    const { version } = after!;
    expect(after).toEqual({ ...before, hash: indexed.headHash, version });
  });

  test('CMS-AUTH-14, CMS-AUTH-18: gives an author access without ownership, until it ends', async () => {
    await using room = await roomWithDraft();
    const attempts = [
      () => room.service.get(jan, path),
      () => room.service.history(jan, path),
      () => room.service.save(jan, { path, content: 'By jan.\n' }),
      () => ask(room, jan),
    ];
    const listed = async () => (await room.service.list(jan, { page: 1, pageSize: 9 })).total;
    for (const attempt of attempts)
      await expect(attempt()).rejects.toMatchObject({ code: 'not_found' });
    await assign(room, { assignee: 'jan' });
    expect(await listed()).toBe(1);
    for (const attempt of attempts) await attempt();
    expect(await indexedIn(room)).toMatchObject({
      status: 'in_review',
      metadata: { author: 'maria', lastEditor: 'jan' },
    });
    await assign(room, { assignee: '' });
    expect(await listed()).toBe(0);
    await expect(attempts[0]!()).rejects.toMatchObject({ code: 'not_found' });
  });

  test('GAP-DOC-6: filters lists of documents', async () => {
    await using room = await roomWithDraft();
    await assign(room, { assignee: 'jan', reviewer: 'rosa' });
    const total = async (query: object) =>
      (await room.service.list(editor, { ...query, page: 1, pageSize: 9 })).total;
    expect(await total({ assignee: 'jan' })).toBe(1);
    expect(await total({ assignee: 'maria' })).toBe(0);
    expect(await total({ reviewer: 'rosa' })).toBe(1);
    expect(await total({ reviewer: 'rosa', assignee: 'rosa' })).toBe(0);
  });
});
