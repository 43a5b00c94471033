import { systemActor, type Actor } from '@galley/kernel';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EditLock } from '../store/edit-lock.ts';
import { author, editor as everything, Newsroom } from './newsroom.fixtures.ts';

const grants = new Set(['documents.read', 'documents.write']);
const editor: Actor = { ...everything, grants };
const jan: Actor = { ...editor, username: 'jan', name: 'Jan' };
const ada: Actor = { ...systemActor, kind: 'user', username: 'ada', role: 'admin' };
const path = 'posts/ink.md';

let room: Newsroom;
let colleague: Newsroom;

beforeAll(async () => {
  room = await Newsroom.open();
  await room.write(path, '---\ntitle: Ink\nauthor: maria\nworkflow: draft\n---\nBlack.\n');
});

afterAll(() => room[Symbol.asyncDispose]());

beforeEach(async () => {
  await room.database.db.deleteFrom('document_locks').execute();
  colleague = room.colleague();
  colleague.clock.advance(room.clock.now().getTime() - colleague.clock.now().getTime());
});

function pass(seconds: number): void {
  for (const { clock } of [room, colleague]) clock.advance(seconds * 1000);
}

function lock(actor: Actor, lockToken?: string): Promise<EditLock> {
  return room.editLocks.lock(actor, { path, lockToken });
}

async function current(): Promise<EditLock | undefined> {
  return (await room.service.getDetailed(editor, path)).details.lock ?? undefined;
}

function secondsLeft({ expiresAt }: EditLock): number {
  return (expiresAt.getTime() - room.clock.now().getTime()) / 1000;
}

function lockedBy({ username }: Actor) {
  return {
    code: 'document_locked',
    kind: 'conflict',
    details: { holder: username, expires_at: expect.stringMatching(/^2026-.*Z$/) as string },
  };
}

const takenOver = {
  ...lockedBy(editor),
  message: expect.stringContaining('in another window') as string,
};

let texts = 0;

function save(actor: Actor, lockToken?: string): Promise<unknown> {
  texts += 1;
  return colleague.service.save(actor, { path, content: `Text ${texts}.\n`, lockToken });
}

describe('a lock', () => {
  test('belongs exclusively to its holder for two minutes (GAP-DOC-10)', async () => {
    const mine = await lock(editor);
    expect(mine).toMatchObject({
      holder: 'edith',
      token: expect.stringMatching(/.{40}/) as string,
    });
    expect(secondsLeft(mine)).toBe(120);
    pass(119.999);
    await expect(colleague.editLocks.lock(jan, { path })).rejects.toMatchObject(lockedBy(editor));
    await expect(colleague.editLocks.lock(ada, { path })).rejects.toMatchObject(lockedBy(editor));
    expect(await current()).toEqual(mine);
  });

  test('is extended by its holder, with or without the token (GAP-DOC-10)', async () => {
    const mine = await lock(editor);
    pass(90);
    const extended = await lock(editor, mine.token);
    expect(extended.token).toBe(mine.token);
    expect(secondsLeft(extended)).toBe(120);
    pass(90);
    const elsewhere = await colleague.editLocks.lock(editor, { path });
    expect(elsewhere.token).toBe(mine.token);
    expect(secondsLeft(elsewhere)).toBe(120);
  });

  test('is free after expiry, removed or not (GAP-DOC-10)', async () => {
    const mine = await lock(editor);
    pass(120);
    expect(await current()).toBeUndefined();
    const theirs = await lock(jan);
    expect(theirs.token).not.toBe(mine.token);
    await expect(lock(editor, mine.token)).rejects.toMatchObject(lockedBy(jan));
    pass(120);
    expect(await colleague.editLocks.removeExpired()).toBe(1);
    expect(await colleague.editLocks.removeExpired()).toBe(0);
  });

  test('is new when its holder returns after expiry, and the old window gets an error', async () => {
    const left = await lock(editor);
    pass(120);
    const mine = await lock(editor);
    expect(mine.token).not.toBe(left.token);
    await expect(lock(editor, left.token)).rejects.toMatchObject(takenOver);
    expect(await lock(editor, mine.token)).toEqual(mine);
  });

  test('requires permission to change the document (GAP-DOC-10)', async () => {
    const reader: Actor = { ...editor, username: 'rita', grants: new Set(['documents.read']) };
    await expect(lock(reader)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(lock(author('eve'))).rejects.toMatchObject({ code: 'not_found' });
    expect(await lock(author('maria'))).toMatchObject({ holder: 'maria' });
    const onlyOwn = new Set(['documents.read', 'documents.write.own']);
    const other: Actor = { ...author('eve'), grants: onlyOwn };
    await expect(lock(other)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(room.editLocks.unlock(other, { path })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  test('cannot be taken on a path that is not a document', async () => {
    const locks = room.editLocks;
    const nowhere = { path: 'posts/nowhere.md' };
    await expect(locks.lock(editor, nowhere)).rejects.toMatchObject({ code: 'not_found' });
    await expect(locks.unlock(ada, nowhere)).rejects.toMatchObject({ code: 'not_found' });
    const outside = { path: '../ink.md' };
    await expect(locks.lock(editor, outside)).rejects.toMatchObject({ code: 'invalid_path' });
  });
});

describe('unlocking', () => {
  test.each([['with'], ['without']])(
    'works for the holder, %s the token (GAP-DOC-10)',
    async (how) => {
      const { token } = await lock(editor);
      const lockToken = how === 'with' ? token : undefined;
      expect(await colleague.editLocks.unlock(editor, { path, lockToken })).toBeUndefined();
      expect(await lock(jan)).toMatchObject({ holder: 'jan' });
    },
  );

  test('is refused for others and for a window that another one replaced (GAP-DOC-10)', async () => {
    const left = await lock(editor);
    pass(120);
    const mine = await lock(editor);
    await expect(room.editLocks.unlock(jan, { path })).rejects.toMatchObject(lockedBy(editor));
    await expect(room.editLocks.unlock(ada, { path })).rejects.toMatchObject(lockedBy(editor));
    const outdated = { path, lockToken: left.token };
    await expect(room.editLocks.unlock(editor, outdated)).rejects.toMatchObject(takenOver);
    expect(await current()).toEqual(mine);
  });

  test('succeeds for a document that is not locked', async () => {
    expect(await room.editLocks.unlock(editor, { path })).toBeUndefined();
    await lock(jan);
    pass(120);
    expect(await room.editLocks.unlock(editor, { path, lockToken: 'x' })).toBeUndefined();
    expect(await room.editLocks.unlock(editor, { path, force: true })).toBeUndefined();
  });

  test('by force requires an administrator and returns the former holder (GAP-DOC-10)', async () => {
    await lock(editor);
    const force = { path, force: true };
    await expect(room.editLocks.unlock(jan, force)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await current()).toMatchObject({ holder: 'edith' });
    expect(await colleague.editLocks.unlock(ada, force)).toBe('edith');
    expect(await lock(jan)).toMatchObject({ holder: 'jan' });
  });

  test('by force of one’s own lock counts as an ordinary unlock', async () => {
    await lock(ada);
    expect(await room.editLocks.unlock(ada, { path, force: true })).toBeUndefined();
    await lock(editor);
    expect(await room.editLocks.unlock(editor, { path, force: true })).toBeUndefined();
    expect(await current()).toBeUndefined();
  });

  test('works for a holder who can no longer change the document', async () => {
    await lock(editor);
    const demoted = { ...editor, grants: new Set(['documents.read', 'documents.write.own']) };
    await expect(lock(demoted)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await room.editLocks.unlock(demoted, { path })).toBeUndefined();
    expect(await current()).toBeUndefined();
  });
});

describe('a save', () => {
  test('is refused while another user holds the lock, whatever it would change (GAP-DOC-10)', async () => {
    const before = await room.read(path);
    const { token } = await lock(editor);
    await expect(save(jan)).rejects.toMatchObject(lockedBy(editor));
    await expect(save(jan, token)).rejects.toMatchObject(lockedBy(editor));
    await expect(save(ada)).rejects.toMatchObject(lockedBy(editor));
    const content = before.split('---\n').at(-1)!;
    const same = colleague.service.save(jan, { path, content });
    await expect(same).rejects.toMatchObject(lockedBy(editor));
    expect(await room.read(path)).toBe(before);
  });

  test.each([['with'], ['without']])(
    'by the holder, %s the token, extends the lock (GAP-DOC-10)',
    async (how) => {
      const mine = await lock(editor);
      pass(100);
      await save(editor, how === 'with' ? mine.token : undefined);
      const extended = (await current())!;
      expect(extended.token).toBe(mine.token);
      expect(secondsLeft(extended)).toBe(120);
    },
  );

  test('by a window that another one replaced is refused (GAP-DOC-10)', async () => {
    const left = await lock(editor);
    pass(120);
    const mine = await lock(editor);
    await expect(save(editor, left.token)).rejects.toMatchObject(takenOver);
    await save(editor, mine.token);
    expect(await room.read(path)).toContain(`Text ${texts}.`);
  });

  test('succeeds after expiry and takes no lock (GAP-DOC-10)', async () => {
    const { token } = await lock(editor);
    pass(120);
    await save(editor, token);
    expect(await room.read(path)).toContain(`Text ${texts}.`);
    expect(await current()).toBeUndefined();
    await save(jan);
    expect(await room.read(path)).toContain(`Text ${texts}.`);
  });

  test('on a stale revision reports that, and leaves the lock unchanged (GAP-DOC-7)', async () => {
    const mine = await lock(editor);
    pass(10);
    const stale = { path, content: 'Late.\n', expectedRevision: 'another', lockToken: mine.token };
    await expect(room.service.save(editor, stale)).rejects.toMatchObject({
      code: 'stale_revision',
    });
    expect(await current()).toEqual(mine);
  });
});

test('an edit on disk ignores the lock, which stays', async () => {
  const mine = await lock(editor);
  await room.write(path, '---\ntitle: By hand\nauthor: maria\nworkflow: draft\n---\nBy hand.\n');
  await room.indexer.scan();
  expect((await room.service.get(editor, path)).indexed.metadata.title).toBe('By hand');
  expect(await current()).toEqual(mine);
});

test('a transfer ignores the lock, which stays (GAP-ED-7)', async () => {
  const mine = await lock(editor);
  expect(await room.ownership.transfer(ada, 'maria', 'olga')).toBe(1);
  expect(await current()).toEqual(mine);
  await room.ownership.transfer(ada, 'olga', 'maria');
});
