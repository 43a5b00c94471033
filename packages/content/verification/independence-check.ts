import type { SealedReceipt } from '../history/approvals/approval-receipt.ts';
import { isEqual, own } from '@galley/settings';
import { fault, type Fault } from './finding.ts';
import type { ReplayedEntry } from './history-replay.ts';

export function describeReceipt({ approver, at }: Pick<SealedReceipt, 'approver' | 'at'>): string {
  return `The receipt of the approval by ${approver} of ${at.toISOString()}`;
}

/** The rule `last_editor` and releases before 1.1 allowed it. */
export function isByContributor(
  { approver, parties }: SealedReceipt,
  { parties: replayed }: ReplayedEntry,
): boolean {
  return parties?.independence !== 'contributors' && replayed.contributors.includes(approver);
}

/** ADD-IND-3, ADD-IND-6. */
export function* independenceFaults(
  receipt: SealedReceipt,
  replayed: ReplayedEntry,
  before: ReplayedEntry | undefined,
): Generator<Fault> {
  yield* contributorFaults(receipt, replayed);
  if (isJoint(receipt)) yield* jointFaults(receipt, replayed);
  else {
    yield* approverFaults(receipt, replayed);
    yield* partFaults(receipt, replayed, before);
  }
  const { approver } = receipt;
  const reviewer = own(replayed.block, 'reviewer');
  if (typeof reviewer !== 'string' || (reviewer === approver && !isJoint(receipt))) return;
  yield fault(
    'receipt',
    `${approver} approved the document on ${receipt.at.toISOString()}, but ${reviewer} was the assigned reviewer.`,
    replayed.entry.seq,
  );
}

function isJoint({ parties }: SealedReceipt): boolean {
  return parties?.independence === 'contributors' && parties.approvers.length > 1;
}

/** Where earlier releases wrote a part of the history, a receipt may name more contributors than the history proves. */
function* contributorFaults(
  receipt: SealedReceipt,
  { entry, parties: { contributors, isOnRecord } }: ReplayedEntry,
): Generator<Fault> {
  const { parties } = receipt;
  if (!parties || !isOnRecord || isEqual([...parties.contributors], [...contributors])) return;
  yield fault(
    'receipt',
    `${describeReceipt(receipt)} names ${listed(parties.contributors)} as contributors; according to the history, they are ${listed(contributors)}.`,
    entry.seq,
  );
}

function* approverFaults(
  { parties, approver, at }: SealedReceipt,
  { entry }: ReplayedEntry,
): Generator<Fault> {
  if (!parties || isEqual([...parties.approvers], [approver])) return;
  yield fault(
    'receipt',
    `${describeReceipt({ approver, at })} names ${listed(parties.approvers)} as approvers; according to the history, ${approver} approved alone.`,
    entry.seq,
  );
}

function* jointFaults(
  receipt: SealedReceipt,
  { entry, approvers, parties: { contributors } }: ReplayedEntry,
): Generator<Fault> {
  const given = receipt.parties!.approvers;
  const isWhole =
    given.length === 2 && new Set(given).size === 2 && given.at(-1) === receipt.approver;
  if (isWhole && given.every((name) => contributors.includes(name) && approvers.includes(name)))
    return;
  yield fault(
    'receipt',
    `${describeReceipt(receipt)} is based on approvals by ${listed(given)}; according to the history, the contributors who approved this revision are ${listed(approvers.filter((name) => contributors.includes(name)))}.`,
    entry.seq,
  );
}

function* partFaults(
  receipt: SealedReceipt,
  { entry, source, block, parties }: ReplayedEntry,
  before: ReplayedEntry | undefined,
): Generator<Fault> {
  const { approver } = receipt;
  const isStrict = receipt.parties?.independence === 'contributors';
  const parts: Readonly<Record<string, unknown>> = {
    'its owner': own(source.values, 'author'),
    'its assignee': own(block, 'assignee'),
    ...(!isStrict && { 'its last editor': before?.lastEditor }),
    'its last editor according to the file': own(source.values, 'last_editor'),
    ...(isStrict && { 'a contributor': parties.contributors.find((name) => name === approver) }),
  };
  const bar = Object.keys(parts).find((part) => isName(parts[part], approver));
  if (bar !== undefined) {
    yield fault(
      'receipt',
      `${approver} approved the document on ${entry.at.toISOString()} as ${bar}. An approver must not have worked on the document.`,
      entry.seq,
    );
  }
}

function listed(names: readonly string[]): string {
  return names.length > 0 ? names.join(', ') : 'none';
}

/** YAML parses some user names as numbers. */
function isName(value: unknown, username: string): boolean {
  return (typeof value === 'string' || typeof value === 'number') && String(value) === username;
}
