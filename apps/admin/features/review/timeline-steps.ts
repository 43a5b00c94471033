import type {
  ApprovalReceipt,
  DocumentHistoryEntry,
  EditorialEvent,
  EditorialState,
} from '@galley/sdk';
import { textEntries } from './comparison.ts';

export type Step =
  | {
      readonly what: 'event';
      readonly at: string;
      readonly event: EditorialEvent;
      readonly receipt: ApprovalReceipt | undefined;
    }
  | { readonly what: 'saves'; readonly at: string; readonly entries: DocumentHistoryEntry[] }
  | { readonly what: 'entry'; readonly at: string; readonly entry: DocumentHistoryEntry };

/** Newest first; consecutive text changes of one author form one step. */
export function timelineSteps(
  { events }: EditorialState,
  history: readonly DocumentHistoryEntry[],
  receipts: readonly ApprovalReceipt[],
): Step[] {
  const texts = new Set(textEntries(history).filter(({ kind }) => kind !== 'editorial'));
  const entries = history.flatMap((entry): Step[] => {
    const at = entry.timestamp;
    if (texts.has(entry)) return [{ what: 'saves', at, entries: [entry] }];
    // Review requests and decisions are in `events` already.
    const isTold = entry.kind === 'editorial' || entry.status === 'in_review';
    return entry.kind === 'status' && !isTold ? [{ what: 'entry', at, entry }] : [];
  });
  const eventSteps = events.map((event): Step => {
    const receipt = receipts.find(
      ({ at, approver }) =>
        event.action === 'approve' && approver === event.actor && at === event.at,
    );
    return { what: 'event', at: event.at, event, receipt };
  });
  const all = [...eventSteps, ...entries].sort(
    (left, right) => Date.parse(right.at) - Date.parse(left.at),
  );
  return joined(all);
}

function joined(steps: readonly Step[]): Step[] {
  const result: Step[] = [];
  for (const step of steps) {
    const last = result.at(-1);
    const isSame =
      step.what === 'saves' &&
      last?.what === 'saves' &&
      last.entries[0]?.author === step.entries[0]?.author;
    if (isSame) last.entries.push(...step.entries);
    else result.push(step);
  }
  return result;
}
