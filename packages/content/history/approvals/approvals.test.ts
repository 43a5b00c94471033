import { describe, expect, test } from 'vitest';
import { sha256 } from '@galley/kernel';
import {
  approvedRoom,
  ask,
  assign,
  decide,
  indexedIn,
  maria,
  path,
  publish,
  remi,
  reviewer,
  rosa,
  roomWithDraft,
} from '../../workflow/editorial.fixtures.ts';
import { author, editor, type Newsroom } from '../../workflow/newsroom.fixtures.ts';
import { receiptHash } from './approval-receipt.ts';

function approvals(room: Newsroom) {
  return room.revisions.approvals(editor, path);
}

function history(room: Newsroom) {
  return room.service.history(editor, path);
}

async function edit(room: Newsroom, content: string): Promise<void> {
  await room.service.save(maria, { path, content });
}

describe('the receipt of an approval (GAP-DOC-12)', () => {
  test('records who, when, what and why, and names the history entry of the approval', async () => {
    await using room = await roomWithDraft();
    await ask(room);
    room.clock.advance(60_000);
    const { revision } = await indexedIn(room);
    const input = { path, action: 'approve', expectedRevision: revision, note: 'Fine' } as const;
    const { events } = await room.editorial.act(rosa, input);
    const [receipt, ...more] = await approvals(room);
    expect(more).toEqual([]);
    const [head] = await history(room);
    expect(receipt).toMatchObject({
      seq: 1,
      eventId: events[0]!.id,
      approver: 'rosa',
      at: room.clock.now(),
      revision,
      note: 'Fine',
      hash: head!.hash,
      previous: null,
      baseHash: null,
      // author, title, an empty line, and the text.
      diff: { method: 'lines-1', added: 4, removed: 0 },
    });
    expect(receipt!.receiptHash).toBe(receiptHash(receipt!));
  });

  test('names the previous receipt, its revision, and the changes since', async () => {
    await using room = await approvedRoom();
    await publish(room);
    await edit(room, 'Blacker.\nAnd more.\n');
    await ask(room);
    await decide(room, remi, 'request_changes');
    await edit(room, 'Blackest.\nAnd more.\n');
    await ask(room);
    await decide(room, remi, 'approve');
    const [second, first] = await approvals(room);
    expect(second).toMatchObject({
      seq: 2,
      approver: 'remi',
      previous: first!.receiptHash,
      baseHash: first!.hash,
      diff: { added: 2, removed: 1 },
    });
    const entries = new Map((await history(room)).map(({ hash, seq }) => [hash, seq]));
    expect(entries.get(second!.hash)).toBeGreaterThan(entries.get(first!.hash)!);
  });

  test('has no changes when the same revision is approved again', async () => {
    await using room = await approvedRoom();
    await decide(room, remi, 'approve');
    const [second, first] = await approvals(room);
    expect(second).toMatchObject({
      approver: 'remi',
      revision: first!.revision,
      baseHash: first!.hash,
      diff: { method: 'lines-1', sha256: sha256(''), added: 0, removed: 0 },
    });
    expect(second!.hash).not.toBe(first!.hash);
  });

  test('is only written for approvals', async () => {
    await using room = await roomWithDraft();
    await assign(room, { reviewer: 'rosa' });
    await ask(room);
    await decide(room, rosa, 'request_changes');
    await edit(room, 'Blacker.\n');
    await publish(room);
    await room.trash.delete(editor, { path });
    await room.trash.restore(editor, path);
    expect(await approvals(room)).toEqual([]);
  });

  test('is not written for a rejected approval', async () => {
    await using room = await roomWithDraft();
    await ask(room);
    await expect(decide(room, maria, 'approve')).rejects.toMatchObject({ kind: 'forbidden' });
    const stale = { path, action: 'approve', expectedRevision: 'another' } as const;
    await expect(room.editorial.act(rosa, stale)).rejects.toMatchObject({ code: 'stale_revision' });
    expect(await approvals(room)).toEqual([]);
  });

  test('is written once for each of two concurrent approvals in two processes, and they chain', async () => {
    await using room = await roomWithDraft();
    const rest = Array.from({ length: 6 }, (_, at) => reviewer(`reviewer-${at}`));
    await ask(room);
    const colleague = room.colleague();
    await Promise.all(
      rest.map((actor, at) => decide(at % 2 === 0 ? room : colleague, actor, 'approve')),
    );
    const receipts = (await approvals(room)).reverse();
    expect(receipts.map(({ approver }) => approver).toSorted()).toEqual(
      rest.map(({ username }) => username),
    );
    expect(receipts.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(receipts.map(({ previous }) => previous)).toEqual([
      null,
      ...receipts.slice(0, -1).map((receipt) => receipt.receiptHash),
    ]);
  });

  test('is rolled back with the approval when the transaction fails', async () => {
    await using room = await roomWithDraft();
    await ask(room);
    const { db } = room.database;
    await db.schema.alterTable('approval_receipts').renameTo('elsewhere').execute();
    const before = await indexedIn(room);
    await expect(decide(room, rosa, 'approve')).rejects.toThrow('approval_receipts');
    expect(await indexedIn(room)).toEqual(before);
  });

  test('is readable for users who may read the history', async () => {
    await using room = await approvedRoom();
    expect(await room.revisions.approvals(maria, path)).toHaveLength(1);
    const stranger = room.revisions.approvals(author('jan'), path);
    await expect(stranger).rejects.toMatchObject({ code: 'not_found' });
    const onlyReading = { ...rosa, grants: new Set(['documents.read']) };
    const reading = room.revisions.approvals(onlyReading, path);
    await expect(reading).rejects.toMatchObject({ code: 'forbidden' });
  });
});
