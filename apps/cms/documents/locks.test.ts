import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer, type Client, type Problem } from '../fixtures.ts';
import {
  EditorClient,
  expectRecorded,
  newestEntry,
  AdminClient,
  type DocumentDetail,
  type AuditCase,
} from '../people.fixtures.ts';

interface Lock {
  readonly ok: boolean;
  readonly lock_token: string;
  readonly holder: string;
  readonly expires_at: string;
}

const lockAddress = '/__admin/api/documents/lock';
const unlockAddress = '/__admin/api/documents/unlock';

let one: TestServer;
let two: TestServer;
let edith: Client;
let jan: Client;
let ada: Client;

beforeAll(async () => {
  one = await TestServer.start();
  two = await TestServer.beside(one);
  edith = await one.signedInAs({ username: 'edith', role: 'editor' });
  jan = (await one.signedInAs({ username: 'jan', role: 'editor' })).at(two);
  ada = (await one.signedIn()).at(two);
});

afterAll(async () => {
  await two[Symbol.asyncDispose]();
  await one[Symbol.asyncDispose]();
});

let drafts = 0;

async function newDraft(): Promise<string> {
  drafts += 1;
  return (await new EditorClient(edith).created({ title: `Draft ${drafts}` })).path;
}

async function locked(client: Client, body: object): Promise<Lock> {
  const answer = await client.post(lockAddress, body);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 200 });
  return answer.json<Lock>();
}

async function unlocked(client: Client, body: object): Promise<void> {
  const answer = await client.post(unlockAddress, body);
  expect({ status: answer.status, said: answer.json() }).toEqual({
    status: 200,
    said: { ok: true },
  });
}

function expectLocked(answer: Answer, { holder, expires_at }: Lock): Problem {
  const problem = expectProblem(answer, 409, 'document_locked');
  expect(problem).toMatchObject({ holder, expires_at });
  expect(answer.text).not.toContain('token');
  return problem;
}

async function letTimePass(path: string): Promise<void> {
  const { db } = one.database;
  const { id } = await db
    .selectFrom('documents')
    .select('id')
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('document_locks')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('document_id', '=', id)
    .execute();
}

async function getLock(client: Client, path: string): Promise<unknown> {
  return (await new EditorClient(client).detail(path))['lock'];
}

describe('two editors at two servers', () => {
  test('share a lock: one edits, the other sees the holder and waits (CMS-DOC-5, CMS-DOC-6, GAP-DOC-5, GAP-DOC-10)', async () => {
    const path = await newDraft();
    const asked = Date.now();
    const lock = await locked(edith, { path });
    expect(lock).toEqual({
      ok: true,
      lock_token: expect.stringMatching(/^[\w-]{40,}$/) as string,
      holder: 'edith',
      expires_at: expect.stringMatching(/^20.*Z$/) as string,
    });
    const lasts = Date.parse(lock.expires_at) - asked;
    expect(lasts).toBeGreaterThanOrEqual(120_000);
    expect(lasts).toBeLessThan(150_000);

    const shown = { holder: 'edith', expires_at: lock.expires_at };
    expect(await getLock(jan, path)).toEqual(shown);
    const refusal = expectLocked(await jan.post(lockAddress, { path }), lock);
    expect(refusal.detail).toContain('edith is editing this document');
    expectLocked(await new EditorClient(jan).save({ path, content: 'Mine.\n' }), lock);
    expectLocked(await jan.post(unlockAddress, { path }), lock);
    expect(await getLock(jan, path)).toEqual(shown);

    const save = { path, content: 'Ours.\n', lock_token: lock.lock_token };
    const saved: DocumentDetail = await new EditorClient(edith).saved(save);
    expect(saved['lock']).toMatchObject({ holder: 'edith' });
    await unlocked(edith, { path, lock_token: lock.lock_token });
    expect(await getLock(jan, path)).toBeNull();
    expect(await locked(jan, { path })).toMatchObject({ holder: 'jan' });
    const after = await new EditorClient(jan).saved({ path, content: 'Mine.\n' });
    expect(after.raw_body).toBe('Mine.\n');
  });

  test('that open at the same time: one gets the lock, the other sees the holder (GAP-DOC-10)', async () => {
    const path = await newDraft();
    const answers = await Promise.all(
      [edith, jan, edith, jan].map((client) => client.post(lockAddress, { path })),
    );
    const granted = answers.filter(({ status }) => status === 200).map((one) => one.json<Lock>());
    const refusals = answers.filter(({ status }) => status !== 200);
    expect([granted.length, refusals.length]).toEqual([2, 2]);
    expect(granted[1]).toMatchObject({
      holder: granted[0]!.holder,
      lock_token: granted[0]!.lock_token,
    });
    for (const answer of refusals) {
      expect(expectProblem(answer, 409, 'document_locked')).toMatchObject({
        holder: granted[0]!.holder,
      });
    }
  });

  test('lose the lock after two minutes of absence when the other takes over (GAP-DOC-10)', async () => {
    const path = await newDraft();
    const { lock_token } = await locked(edith, { path });
    await letTimePass(path);
    expect(await getLock(jan, path)).toBeNull();
    const theirs = await locked(jan, { path });
    expectLocked(await edith.post(lockAddress, { path, lock_token }), theirs);
    expectLocked(
      await new EditorClient(edith).save({ path, content: 'Late.\n', lock_token }),
      theirs,
    );
    expectLocked(await edith.post(unlockAddress, { path, lock_token }), theirs);
  });

  test('save after two minutes of absence without a takeover, unless the text is stale (GAP-DOC-10, GAP-DOC-7)', async () => {
    const path = await newDraft();
    const { lock_token } = await locked(edith, { path });
    const { revision } = await new EditorClient(edith).detail(path);
    await letTimePass(path);
    const mine = { path, content: 'In time.\n', lock_token, expected_revision: revision };
    expect(await new EditorClient(edith).saved(mine)).toMatchObject({
      raw_body: 'In time.\n',
      lock: null,
    });
    await new EditorClient(jan).saved({ path, content: 'Between.\n' });
    const late = await new EditorClient(edith).save({ ...mine, content: 'Late.\n' });
    expectProblem(late, 409, 'stale_revision');
  });

  test('a lock survives a restart of its server', async () => {
    const path = await newDraft();
    const third = await TestServer.beside(one);
    const lock = await locked(edith.at(third), { path });
    await third[Symbol.asyncDispose]();
    expectLocked(await jan.post(lockAddress, { path }), lock);
    expect(await locked(edith, { path })).toMatchObject({ lock_token: lock.lock_token });
  });
});

test('a reviewer decides on a locked document, and the lock stays (GAP-ED-7, CMS-ED-6)', async () => {
  const path = await newDraft();
  const workflow = { title: 'In review', workflow: 'in_review' };
  const text = { path, content: 'Black.\n', frontmatter: workflow };
  const { revision } = await new EditorClient(edith).saved(text);
  const lock = await locked(edith, { path });
  const rita = new AdminClient(await two.signedInAs({ username: 'rita', role: 'reviewer' }));
  const approval = { source_path: path, action: 'approve', expected_revision: revision };
  expect(await rita.postJson('/documents/editorial', approval)).toMatchObject({
    approved_by: 'rita',
  });
  expectLocked(await new EditorClient(jan).save({ path, content: 'Mine.\n' }), lock);
  const blacker = { path, content: 'Blacker.\n', lock_token: lock.lock_token };
  expect(await new EditorClient(edith).saved(blacker)).toMatchObject({ status: 'draft' });
});

describe('two windows of one user', () => {
  test('share a lock, each at its own server (GAP-DOC-10)', async () => {
    const path = await newDraft();
    const left = await locked(edith, { path });
    const right = await locked(edith.at(two), { path });
    expect(right.lock_token).toBe(left.lock_token);
    await unlocked(edith, { path, lock_token: left.lock_token });
    const save = { path, content: 'Right.\n', lock_token: right.lock_token };
    expect(await new EditorClient(edith.at(two)).saved(save)).toMatchObject({
      raw_body: 'Right.\n',
    });
  });

  test('can take over, and the other window is notified when it saves (GAP-DOC-10)', async () => {
    const path = await newDraft();
    const { lock_token } = await locked(edith, { path });
    await letTimePass(path);
    const right = await locked(edith.at(two), { path });
    const refused = await new EditorClient(edith).save({ path, content: 'Left.\n', lock_token });
    expect(expectLocked(refused, right).detail).toContain('in another window');
    expectLocked(await edith.post(lockAddress, { path, lock_token }), right);
    expectLocked(await edith.post(unlockAddress, { path, lock_token }), right);
    expect(await getLock(edith, path)).toMatchObject({ holder: 'edith' });
  });
});

describe('an administrator', () => {
  const recorded = { action: 'document.lock.force' } as const;

  function story(actor: string, path: string, more: Pick<AuditCase, 'act' | 'details'>): AuditCase {
    return { ...recorded, actor, target: path, ...more };
  }

  test('breaks the lock of an editor, and the audit log names its holder (GAP-DOC-10, GAP-SET-8)', async () => {
    const path = await newDraft();
    const { lock_token } = await locked(edith, { path });
    expectProblem(await ada.post(unlockAddress, { path }), 409, 'document_locked');
    const act = (): Promise<Answer> => ada.post(unlockAddress, { path, force: true });
    const broken = story('ada', path, { act, details: { holder: 'edith' } });
    expect((await expectRecorded(new AdminClient(ada), 'success', broken)).json()).toEqual({
      ok: true,
    });
    const theirs = await locked(ada, { path });
    expectLocked(
      await new EditorClient(edith).save({ path, content: 'Late.\n', lock_token }),
      theirs,
    );
  });

  test('is the only role that breaks locks; attempts by editors are audited (GAP-DOC-10, GAP-SET-8)', async () => {
    const path = await newDraft();
    await locked(edith, { path });
    const act = (): Promise<Answer> => jan.post(unlockAddress, { path, force: true });
    const tried = story('jan', path, { act, details: { code: 'forbidden' } });
    const answer = await expectRecorded(new AdminClient(ada), 'denied', tried);
    expect(expectProblem(answer, 403, 'forbidden').detail).toContain('Only an administrator');
    expect(await getLock(jan, path)).toMatchObject({ holder: 'edith' });
  });

  test('that takes a free or own lock leaves no audit entry', async () => {
    const path = await newDraft();
    const before = await newestEntry(new AdminClient(ada));
    await unlocked(ada, { path, force: true });
    await locked(ada, { path });
    await unlocked(ada, { path, force: true });
    await locked(edith, { path });
    await unlocked(edith, { path });
    expect(await newestEntry(new AdminClient(ada))).toEqual(before);
  });
});

test('expired locks are removed when a server starts', async () => {
  const path = await newDraft();
  await locked(edith, { path });
  await letTimePass(path);
  const { db } = one.database;
  await using third = await TestServer.beside(one);
  const isRemoved = async (): Promise<boolean> => {
    const over = db
      .selectFrom('document_locks')
      .select('holder')
      .where('expires_at', '<', new Date());
    return (await over.execute()).length === 0;
  };
  await expect.poll(isRemoved).toBe(true);
  expect(await locked(jan.at(third), { path })).toMatchObject({ holder: 'jan' });
});
