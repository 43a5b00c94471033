import { describe, expect, test } from 'vitest';
import type { Actor } from '@galley/kernel';
import { planSteps, tamper } from '@galley/testing';
import { editor, type Newsroom } from './newsroom.fixtures.ts';
import { reseal, verified } from '../verification/fixtures.ts';
import { ContributorsReadModel } from '../history/contributors-read-model.ts';
import {
  approvedRoom,
  ask,
  assign,
  decide,
  enforced,
  indexedIn,
  jan,
  maria,
  path,
  remi,
  rosa,
  roomWithDraft,
  writingRemi,
} from './editorial.fixtures.ts';

const literal = 'editorial: { require_approval: true, independence: last_editor }';
const egon: Actor = { ...editor, username: 'egon' };
const notIndependent = { code: 'not_independent' };

async function contributors(room: Newsroom): Promise<readonly string[]> {
  return (await state(room)).contributors;
}

async function state(room: Newsroom) {
  return room.editorial.stateOf(await room.service.getDetailed(editor, path));
}

function save(room: Newsroom, actor: Actor, content: string) {
  return room.service.save(actor, { path, content });
}

async function receiptFindings(room: Newsroom): Promise<string[]> {
  return (await verified(room)).map(({ severity, message }) => `${severity}: ${message}`);
}

describe('contributors to a revision (ADD-IND-1)', () => {
  test('ADD-IND-1: are all who changed or owned it since the last approval before a change', async () => {
    await using room = await approvedRoom(enforced);
    expect(await contributors(room)).toEqual(['maria']);
    await room.editorial.changeStatus(editor, { path, status: 'published' });
    expect(await contributors(room)).toEqual(['maria']);
    await save(room, editor, 'Blacker.\n');
    expect(await contributors(room)).toEqual(['edith', 'maria']);
    await save(room, writingRemi, 'Blackest.\n');
    await assign(room, { owner: 'jan' });
    await assign(room, { owner: 'rosa' });
    await assign(room, { owner: 'maria' });
    expect(await contributors(room)).toEqual(['edith', 'jan', 'maria', 'remi', 'rosa']);
    expect(await receiptFindings(room)).toEqual([]);
  });

  test('ADD-IND-1: are unchanged when the same revision is approved again', async () => {
    await using room = await approvedRoom(enforced);
    await decide(room, remi, 'approve');
    await decide(room, rosa, 'request_changes');
    await ask(room);
    await expect(decide(room, maria, 'approve')).rejects.toMatchObject({ code: 'forbidden' });
    await decide(room, remi, 'approve');
    expect(await contributors(room)).toEqual(['maria']);
    expect(await receiptFindings(room)).toEqual([]);
  });

  test('ADD-IND-1: continue from before an approval that is followed by a change request', async () => {
    await using room = await approvedRoom(enforced);
    const { headHash } = await indexedIn(room);
    await save(room, egon, 'By egon.\n');
    await room.trash.restoreSnapshot(editor, { path, hash: headHash });
    await assign(room, { owner: 'jan' });
    await ask(room, editor);
    await decide(room, rosa, 'approve');
    await decide(room, remi, 'request_changes');
    await save(room, egon, 'Black by egon.\n');
    expect(await contributors(room)).toEqual(['edith', 'egon', 'jan', 'maria']);
    expect(await receiptFindings(room)).toEqual([]);
  });

  test('ADD-IND-4: of a restored revision with a withdrawn approval include its own contributors', async () => {
    await using room = await approvedRoom(enforced);
    const { headHash } = await indexedIn(room);
    await decide(room, remi, 'request_changes');
    await assign(room, { owner: 'jan' });
    await save(room, egon, 'By egon.\n');
    await ask(room, egon);
    await decide(room, rosa, 'approve');
    await room.trash.restoreSnapshot(editor, { path, hash: headHash });
    expect(await contributors(room)).toEqual(['edith', 'jan', 'maria']);
    await ask(room, editor);
    await decide(room, rosa, 'approve');
    expect(await receiptFindings(room)).toEqual([]);
  });

  test('ADD-IND-1: survive the trash, a new owner, and a removed file that comes back', async () => {
    await using room = await roomWithDraft(enforced);
    await save(room, egon, 'By egon.\n');
    await room.trash.delete(editor, { path });
    await room.trash.restore(editor, path);
    await room.ownership.transfer(editor, 'maria', 'jan');
    const text = await room.read(path);
    await room.remove(path);
    await room.indexer.scan();
    await room.write(path, text.replace('By egon.', 'By hand.'));
    expect(await contributors(room)).toEqual(['egon', 'jan', 'maria']);
    expect(await receiptFindings(room)).toEqual([]);
  });

  test('ADD-IND-1: include the owner and last editor named by an edit on disk', async () => {
    await using room = await approvedRoom(enforced);
    const text = (await room.read(path)).replace('Black.', 'By hand.');
    const signed = text.replace('last_editor: maria', 'last_editor: rosa');
    await room.write(path, signed.replace('author: maria', 'author: jan'));
    expect(await contributors(room)).toEqual(['jan', 'maria', 'rosa']);
    await room.write(path, '---\ntitle: [\n---\n');
    expect(await contributors(room)).toEqual(['jan', 'maria', 'rosa']);
    expect(await receiptFindings(room)).toEqual([]);
  });

  test('ADD-IND-4: of a restored revision without approval include its own contributors', async () => {
    await using room = await roomWithDraft(enforced);
    const { headHash } = await indexedIn(room);
    await save(room, writingRemi, 'By remi alone.\n');
    const remis = (await indexedIn(room)).headHash;
    await save(room, egon, 'Black.\n');
    await ask(room);
    await decide(room, rosa, 'approve');
    await room.trash.restoreSnapshot(editor, { path, hash: remis });
    expect(await contributors(room)).toEqual(['edith', 'maria', 'remi']);
    await room.trash.restoreSnapshot(egon, { path, hash: headHash });
    expect(await contributors(room)).toEqual(['edith', 'egon', 'maria', 'remi']);
    expect(await receiptFindings(room)).toEqual([]);
  });

  test('ADD-IND-1: are computed conservatively for entries of releases before 1.1', async () => {
    await using room = await roomWithDraft(enforced);
    await save(room, egon, 'By egon.\n');
    await ask(room);
    await decide(room, rosa, 'approve');
    await assign(room, { owner: 'jan' });
    await save(room, { ...writingRemi, username: 'plugin:tidy', onBehalfOf: [] }, 'Tidy.\n');
    expect(await contributors(room)).toEqual(['jan', 'maria', 'plugin:tidy']);
    const { db } = room.database;
    await tamper(db, 'update document_history set on_behalf_of = null, owner = null');
    expect(await contributors(room)).toEqual(['egon', 'jan', 'maria', 'plugin:tidy']);
    expect(await receiptFindings(room)).toEqual([]);
  });
});

describe('approving', () => {
  test('ADD-IND-3: neither a former owner nor an earlier editor can approve alone', async () => {
    await using room = await roomWithDraft(enforced);
    await save(room, writingRemi, 'By remi.\n');
    await assign(room, { owner: 'jan' });
    await save(room, jan, 'By jan.\n');
    await ask(room, jan);
    await expect(decide(room, remi, 'approve')).rejects.toMatchObject(notIndependent);
    await decide(room, rosa, 'approve');
    expect((await state(room)).document.indexed.editorial.approval?.by).toBe('rosa');
  });

  test('ADD-IND-2: with the rule last_editor an earlier editor can approve, and the doctor reports it', async () => {
    await using room = await roomWithDraft(literal);
    await save(room, writingRemi, 'By remi.\n');
    await save(room, maria, 'By maria.\n');
    await ask(room);
    await decide(room, remi, 'approve');
    expect(await state(room)).toMatchObject({ independence: 'last_editor', jointApprovers: [] });
    expect(await receiptFindings(room)).toEqual([
      'notice: 1 approval was given by contributors alone, before 1.1 or with editorial.independence: last_editor.',
    ]);
  });

  test('ADD-IND-3: a first approval is void after a release before 1.1 changes the document', async () => {
    await using room = await roomWithDraft(enforced);
    room.people.set('egon', egon);
    await assign(room, { owner: 'egon' });
    await save(room, editor, 'By edith.\n');
    await ask(room, editor);
    await decide(room, egon, 'approve');
    expect((await indexedIn(room)).editorial.firstApproval).toMatchObject({ by: 'egon' });
    // Simulates a request for changes and a new review request, as written by that release.
    const { db } = room.database;
    await tamper(db, `update documents set first_approval_head = 'an earlier entry'`);
    expect((await indexedIn(room)).editorial.firstApproval).toBeUndefined();
    await decide(room, editor, 'approve');
    expect((await indexedIn(room)).editorial).toMatchObject({
      approval: null,
      firstApproval: { by: 'edith' },
    });
    await decide(room, egon, 'approve');
    expect((await indexedIn(room)).editorial.approval).toMatchObject({ by: 'egon' });
    expect(await receiptFindings(room)).toEqual([]);
  });

  test('ADD-IND-6: a receipt of an independent approval that names another approver is reported', async () => {
    await using room = await approvedRoom(enforced);
    const parties = { contributors: ['maria'], approvers: ['remi'], independence: 'contributors' };
    await reseal(room, 1, { parties });
    expect(await receiptFindings(room)).toEqual([
      expect.stringContaining(
        'names remi as approvers; according to the history, rosa approved alone.',
      ),
    ]);
  });

  test('ADD-IND-6: a receipt with a contributor as approver, or with wrong contributors, is reported', async () => {
    await using room = await approvedRoom(enforced);
    await tamper(
      room.database.db,
      `update document_history set on_behalf_of = '{rosa}' where seq = 1`,
    );
    const found = (await receiptFindings(room)).join('\n');
    expect(found).toContain('rosa approved the document on');
    expect(found).toContain('as a contributor. An approver must not have worked on the document');
    expect(found).toContain(
      'names maria as contributors; according to the history, they are maria, rosa.',
    );
  });
});

test('ADD-IND-1: contributors among 5,000 entries of 30,000 are read by one indexed statement', async () => {
  await using room = await approvedRoom(enforced);
  const { db } = room.database;
  const { documentId } = await indexedIn(room);
  const other = { type: 'post', lang: 'en', title: 'Paper', content: 'White.\n' };
  const { indexed } = await room.service.create(maria, other);
  for (const [id, count] of [
    [documentId, 5_000],
    [indexed.documentId, 25_000],
  ]) {
    await tamper(
      db,
      `insert into document_history (document_id, seq, hash, author, message, kind, status, revision,
        at, bytes, owner, on_behalf_of)
      select ${id}, 3 + number, 'hash ' || number, 'writer' || number % 7, '', 'save', 'draft',
        'revision ' || number, now(), '', 'maria', '{}'
      from generate_series(1, ${count}) as number`,
    );
  }
  await tamper(db, 'analyze document_history, approval_receipts');
  const writers = Array.from({ length: 7 }, (_, at) => `writer${at}`);
  const find = (on = db) => new ContributorsReadModel(on).find(documentId);
  expect(await find()).toEqual(['maria', ...writers]);
  const steps = await planSteps(room.database, find);
  const scanned = steps.filter((step) => step['Node Type'] === 'Seq Scan');
  expect(scanned.map((step) => step['Relation Name'])).not.toContain('document_history');
  expect(steps.flatMap((step) => step['Index Name'] ?? [])).toContain('document_history_pkey');
});
