import { tamper } from '@galley/testing';
import {
  ask,
  decide,
  indexedIn,
  maria,
  path,
  publish,
  remi,
  roomWithDraft,
  rosa,
} from '../workflow/editorial.fixtures.ts';
import type { Newsroom } from '../workflow/newsroom.fixtures.ts';
import { ApprovalReceiptRepository } from '../history/approvals/approval-receipt-repository.ts';
import { receiptHash } from '../history/approvals/approval-receipt.ts';
import { computeHistoryHash } from '../document/revision.ts';
import { examineTree } from './examine-tree.ts';
import type { Finding } from './finding.ts';
import { VerificationReadModel } from './verification-read-model.ts';
import { verifyHistory } from './verify-history.ts';

export const other = 'posts/paper.md';
export const ink = `(select id from documents where path = '${path}')`;

export function verified(
  { database: { db }, settings }: Newsroom,
  onProgress?: (done: number, total: number) => void,
): Promise<Finding[]> {
  return collected(verifyHistory({ db, settings, onProgress }));
}

export function examined({ database: { db }, settings, tree }: Newsroom): Promise<Finding[]> {
  return collected(examineTree({ db, settings, tree, maxBytes: 256 * 1024 }));
}

async function collected<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** Unique, as `check path seq`. */
export function summarizeFindings(findings: readonly Finding[]): string[] {
  const lines = findings.map(({ check, path: where, seq }) =>
    [check, where, seq].filter((part) => part !== undefined).join(' '),
  );
  return [...new Set(lines)];
}

/**
 * Maria's draft was approved by rosa (entry 3), published (4), edited by maria (5), submitted (6), approved by remi (7)
 * and published again (8). The room also holds another document of hers.
 */
export async function publishedRoom(site?: string): Promise<Newsroom> {
  const room = await roomWithDraft(site);
  const minute = (): void => room.clock.advance(60_000);
  minute();
  const other = { type: 'post', lang: 'en', title: 'Paper', content: 'White.\n' };
  await room.service.create(maria, other);
  await ask(room);
  await decide(room, rosa, 'approve');
  minute();
  await publish(room);
  minute();
  await room.service.save(maria, { path, content: 'Blacker.\n' });
  await ask(room);
  minute();
  await decide(room, remi, 'approve');
  minute();
  await publish(room);
  return room;
}

const forgeable = [
  'documents',
  'document_history',
  'published_documents',
  'approval_receipts',
  'editorial_events',
  'project_facts',
];

/** Copies what the cases of tampering change, for `restoreRows`. */
export function copyRows({ database }: Newsroom): Promise<void> {
  const copies = forgeable.map((table) => `create table copies.${table} as table ${table}`);
  return tamper(database.db, 'create schema copies', ...copies);
}

export function restoreRows({ database }: Newsroom): Promise<void> {
  const statements = forgeable.flatMap((table) => [
    `delete from ${table}`,
    `insert into ${table} overriding system value table copies.${table}`,
  ]);
  return tamper(database.db, ...statements);
}

/** Recomputes the hashes. */
export async function rewriteFrom(room: Newsroom, seq: number): Promise<string> {
  const { db } = room.database;
  const { id } = await db
    .selectFrom('documents')
    .select('id')
    .where('path', '=', path)
    .executeTakeFirstOrThrow();
  let parentHash: string | null = null;
  for await (const { entry, bytes } of new VerificationReadModel(db).snapshots(id)) {
    const author = entry.seq >= seq && entry.author === 'maria' ? 'jan' : entry.author;
    const { at, kind, status, message, onBehalfOf } = entry;
    const facts = { at, kind, status, message, author, onBehalfOf, parentHash };
    const hash: string = computeHistoryHash({ ...facts, path, bytes });
    const parent = parentHash === null ? 'null' : `'${parentHash}'`;
    await tamper(
      db,
      `update document_history set author = '${author}', parent_hash = ${parent}, hash = '${hash}'
       where document_id = ${id} and seq = ${entry.seq}`,
    );
    parentHash = hash;
  }
  return parentHash!;
}

export async function reseal(room: Newsroom, seq: number, change: object): Promise<void> {
  const { db } = room.database;
  const receipts = new ApprovalReceiptRepository(db);
  const all = await receipts.list((await indexedIn(room)).documentId, 10);
  const forged = { ...all.find((one) => one.seq === seq)!, ...change };
  await tamper(db, `delete from approval_receipts where id = '${forged.id}'`);
  await receipts.insert({ ...forged, receiptHash: receiptHash(forged) });
}
