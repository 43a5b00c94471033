import {
  isClientKey,
  type Comparison,
  type RetainedEntry,
  type RevisionComparison,
  type RevisionSide,
  type SealedReceipt,
  type Snapshot,
} from '@galley/content';
import type { contract, AnswerOf } from '@galley/contract';
import type { UserNames } from '@galley/auth';

type WireEntry = AnswerOf<typeof contract.documents.history>[number];
type WireRevision = AnswerOf<typeof contract.documents.revision>;
type WireReceipt = AnswerOf<typeof contract.documents.approvals>[number];
type WireComparison = AnswerOf<typeof contract.documents.diff>;

export function presentHistoryEntry(entry: RetainedEntry, names: UserNames): WireEntry {
  return { ...presentRetained(entry), author_name: names.get(entry.author) ?? null };
}

function presentRetained({ parentHash, onBehalfOf, renamedFrom, at, ...entry }: RetainedEntry) {
  return {
    ...entry,
    parent_hash: parentHash,
    ...(onBehalfOf && onBehalfOf.length > 0 && { on_behalf_of: [...onBehalfOf] }),
    ...(renamedFrom !== null && { renamed_from: renamedFrom }),
    timestamp: at.toISOString(),
  };
}

/** Invalid UTF-8 bytes become U+FFFD, and `problem` says where. */
export function presentRevision({ entry, document }: Snapshot): WireRevision {
  const { place, metadata, bytes, text, body, values, problem } = document;
  return {
    ...presentRetained(entry),
    path: place.path,
    title: metadata.title,
    raw: text ?? bytes.toString(),
    raw_body: body,
    frontmatter: Object.fromEntries(Object.entries(values).filter(([key]) => isClientKey(key))),
    problem,
  };
}

export function presentReceipt(receipt: SealedReceipt): WireReceipt {
  const { id, approver, at, revision, hash, previous, note, baseHash, diff, receiptHash } = receipt;
  const { parties } = receipt;
  const { added, removed, sha256 } = diff;
  return {
    id,
    approver,
    at: at.toISOString(),
    revision,
    hash,
    base_hash: baseHash,
    previous,
    note,
    diff: { added, removed, sha256 },
    receipt_hash: receiptHash,
    contributors: parties && [...parties.contributors],
    approvers: parties && [...parties.approvers],
    independence: parties && parties.independence,
  };
}

export function presentComparison({ left, right, comparison }: RevisionComparison): WireComparison {
  return {
    diff: comparison.diff,
    left_raw: comparison.left.raw,
    right_raw: comparison.right.raw,
    body_diff: comparison.bodyDiff.map(({ op, leftLine, rightLine, text }) => ({
      op,
      left_line: leftLine,
      right_line: rightLine,
      text,
    })),
    frontmatter_changes: [...comparison.frontmatterChanges],
    left: left && presentSide(left, comparison.left),
    right: presentSide(right, comparison.right),
  };
}

function presentSide({ path, entry }: RevisionSide, { problem }: Comparison['left']) {
  const { hash, revision, author, at } = entry;
  return { hash, path, revision, author, timestamp: at.toISOString(), problem };
}
