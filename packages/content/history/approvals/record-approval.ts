import type { Transaction } from '@galley/database';
import type { Approval, EditorialEvent } from '@galley/editorial';
import { newId } from '@galley/kernel';
import type { Independence } from '@galley/settings';
import type { NewSnapshot } from '../../store/change.ts';
import { ContributorsReadModel } from '../contributors-read-model.ts';
import { HistoryReadModel } from '../history-read-model.ts';
import { readSource } from '../../document/read-document.ts';
import { ApprovalReceiptRepository } from './approval-receipt-repository.ts';
import { receiptHash, type SealedReceipt } from './approval-receipt.ts';
import { contentOf, diffContents, type LabelledContent } from './content-diff.ts';

export interface RecordedApproval {
  readonly documentId: number;
  readonly event: EditorialEvent;
  readonly snapshot: NewSnapshot;
  readonly restsOn: Approval | undefined;
  readonly independence: Independence;
}

export async function recordApproval(
  transaction: Transaction,
  { documentId, event, snapshot, restsOn, independence }: RecordedApproval,
): Promise<void> {
  const receipts = new ApprovalReceiptRepository(transaction);
  const last = await receipts.findNewest(documentId);
  const { entry, document } = snapshot;
  const { path } = document.place;
  const approved = { path, at: entry.at, content: contentOf(document) };
  const receipt = {
    id: newId(event.at.getTime()),
    documentId,
    seq: (last?.seq ?? 0) + 1,
    eventId: event.id,
    approver: event.actor,
    at: event.at,
    revision: entry.revision,
    note: event.note,
    hash: entry.hash,
    previous: last?.receiptHash ?? null,
    baseHash: last?.hash ?? null,
    diff: diffContents(last ? await approvedBefore(transaction, path, last) : null, approved),
    parties: {
      contributors: await new ContributorsReadModel(transaction).find(documentId),
      approvers: [...(restsOn ? [restsOn.by] : []), event.actor],
      independence,
    },
  };
  await receipts.insert({ ...receipt, receiptHash: receiptHash(receipt) });
}

async function approvedBefore(
  transaction: Transaction,
  path: string,
  { documentId, hash }: SealedReceipt,
): Promise<LabelledContent> {
  const history = new HistoryReadModel(transaction);
  const { entry, bytes } = await history.getSnapshot(documentId, hash);
  return { path, at: entry.at, content: contentOf(readSource(bytes)) };
}
