import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import { tamper } from '@galley/testing';
import { approvedRoom, indexedIn, path } from '../workflow/editorial.fixtures.ts';
import { editor, type Newsroom } from '../workflow/newsroom.fixtures.ts';
import { computeHistoryHash } from '../document/revision.ts';
import {
  ink,
  other,
  publishedRoom,
  reseal,
  summarizeFindings,
  copyRows,
  restoreRows,
  verified,
} from './fixtures.ts';
import { VerificationReadModel } from './verification-read-model.ts';

describe('a forged receipt is found', () => {
  let room: Newsroom;

  beforeAll(async () => {
    room = await publishedRoom();
    await copyRows(room);
  });
  afterEach(() => restoreRows(room));
  afterAll(() => room[Symbol.asyncDispose]());

  test.each([
    ['approver', `approver = 'edith'`],
    ['time', `at = at - interval '1 day'`],
    ['note', `note = 'On one condition'`],
    ['diff', `diff_sha256 = 'x'`],
    ['hash', `receipt_hash = 'x'`],
  ])('with another %s', async (_what, change) => {
    await tamper(
      room.database.db,
      `update approval_receipts set ${change} where document_id = ${ink} and seq = 1`,
    );
    const found = await verified(room);
    expect(found[0]).toMatchObject({ severity: 'error', check: 'receipt', path });
    expect(found[0]!.message).toMatch(/^The receipt of the approval by .* was changed after/);
  });

  test.each<[string, (room: Newsroom) => object | Promise<object>, string]>([
    ['another approver', () => ({ approver: 'edith' }), 'does not match its history entry, 7'],
    ['another time', () => ({ at: new Date(0) }), 'does not match its history entry, 7'],
    ['another revision', () => ({ revision: sha256('') }), 'does not match its history entry, 7'],
    ['another note', () => ({ note: 'Why' }), 'does not match its editorial event'],
    [
      'another diff',
      () => ({ diff: { method: 'lines-1', sha256: sha256(''), added: 0, removed: 0 } }),
      'records a diff to the previous approval that does not match',
    ],
    [
      'another entry',
      async (room) => ({ hash: (await room.service.get(editor, path)).indexed.headHash }),
      'does not match its history entry, 8',
    ],
  ])('with a recomputed hash: %s', async (_what, change, message) => {
    await reseal(room, 2, await change(room));
    const found = await verified(room);
    expect(found.every(({ check }) => check === 'receipt')).toBe(true);
    expect(found.map((one) => one.message).join('\n')).toContain(message);
  });

  test('when it is deleted, in the middle or at the end', async () => {
    const { db } = room.database;
    await tamper(db, `delete from approval_receipts where document_id = ${ink} and seq = 1`);
    expect(summarizeFindings(await verified(room))).toEqual([
      `receipt ${path}`,
      `receipt ${path} 3`,
    ]);
    await tamper(db, `delete from approval_receipts where document_id = ${ink}`);
    expect(summarizeFindings(await verified(room))).toEqual([
      `receipt ${path} 3`,
      `receipt ${path} 7`,
    ]);
    await tamper(db, `delete from editorial_events where action = 'approve'`);
    expect(summarizeFindings(await verified(room))).toEqual([
      `receipt ${path} 3`,
      `receipt ${path} 7`,
    ]);
  });

  test('for an approval that only exists as an event', async () => {
    await tamper(
      room.database.db,
      `insert into editorial_events select 'forged', id, now(), 'approve', 'rosa', revision, null, '{}'
       from documents where path = '${other}'`,
    );
    const [found] = await verified(room);
    expect(found).toMatchObject({ check: 'receipt', path: other });
    expect(found!.message).toContain('The approval by rosa');
  });

  test('approvals older than receipts create a notice', async () => {
    const { db } = room.database;
    await tamper(
      db,
      'delete from approval_receipts',
      `insert into project_facts (name, value) select 'approvals_before_receipts', jsonb_agg(id)
       from editorial_events where action = 'approve'`,
    );
    const found = await verified(room);
    expect(found).toMatchObject([{ severity: 'notice', check: 'receipt', path: null }]);
    expect(found[0]!.message).toMatch(/^2 approvals were given before Galley wrote receipts/);
  });
});

describe('an approval by a user who was not independent is found', () => {
  let room: Newsroom;

  beforeAll(async () => {
    room = await approvedRoom();
    await copyRows(room);
  });
  afterEach(() => restoreRows(room));
  afterAll(() => room[Symbol.asyncDispose]());

  /** Changes the approval entry so that history and receipt stay consistent. */
  async function changeApproval(change: (text: string) => string): Promise<void> {
    const { db } = room.database;
    const { documentId, headHash } = await indexedIn(room);
    for await (const { entry, bytes } of new VerificationReadModel(db).snapshots(documentId)) {
      if (entry.hash !== headHash) continue;
      const changed = Buffer.from(change(bytes.toString()));
      const { parentHash, author, at, kind, status, message } = entry;
      const facts = { parentHash, author, at, kind, status, message };
      const hash = computeHistoryHash({ ...facts, path, bytes: changed });
      await tamper(
        db,
        `update document_history set hash = '${hash}', bytes = '\\x${changed.toString('hex')}' where hash = '${headHash}'`,
        `update documents set head_hash = '${hash}' where id = ${documentId}`,
      );
      await reseal(room, 1, { hash });
    }
  }

  test.each([
    ['its assignee', 'approved_by: rosa', 'assignee: rosa\n  approved_by: rosa'],
    ['its last editor according to the file', 'last_editor: maria', 'last_editor: rosa'],
  ])('as %s', async (what, from, to) => {
    await changeApproval((text) => text.replace(from, to));
    const [found, ...more] = await verified(room);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ severity: 'error', path, seq: 3 });
    expect(found!.message).toContain(`rosa approved the document on`);
    expect(found!.message).toContain(
      `as ${what}. An approver must not have worked on the document`,
    );
  });

  test('when another reviewer was assigned', async () => {
    const change = (text: string) =>
      text.replace('approved_by: rosa', 'reviewer: remi\n  approved_by: rosa');
    await changeApproval(change);
    const [found] = await verified(room);
    expect(found!.message).toContain('remi was the assigned reviewer');
  });

  test('as owner and last editor, by the history', async () => {
    const { documentId } = await indexedIn(room);
    const { db } = room.database;
    await tamper(
      db,
      `update document_history set author = 'rosa' where document_id = ${documentId} and seq = 1`,
    );
    const found = (await verified(room)).filter(({ check }) => check === 'receipt');
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining(
        'names maria as contributors; according to the history, they are maria, rosa.',
      ),
      expect.stringContaining('as a contributor'),
    ]);
  });
});
