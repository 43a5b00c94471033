import {
  documentFields,
  fieldNames,
  propertyOf,
  sha256,
  type DocumentFields,
  type FieldName,
} from '@galley/kernel';
import type { IndexedDocument, ReadDocument } from '../document/document.ts';
import { isEqual } from '@galley/settings';
import { fault, type Fault } from './finding.ts';
import type { ReplayedEntry } from './history-replay.ts';

export interface PublishedFacts {
  readonly id: string;
  readonly hash: string;
  readonly revision: string;
  readonly bodySha256: string;
  readonly fields: DocumentFields<FieldName<'public'>>;
}

export interface DocumentFacts {
  readonly indexed: IndexedDocument;
  readonly published: PublishedFacts | undefined;
}

/** `last` is the newest entry of the history. */
export function* indexFaults(
  { indexed }: DocumentFacts,
  last: ReplayedEntry | undefined,
): Generator<Fault> {
  if (!last) {
    yield fault('history', 'The document has no history: all of its entries are missing.');
    return;
  }
  const { entry, source, standing } = last;
  if (indexed.headHash !== entry.hash) {
    yield fault(
      'history',
      `The newest entry, ${entry.seq}, is not the entry that the index names: later entries are missing, or the history was rewritten.`,
      entry.seq,
    );
  }
  if (indexed.revision !== source.revision || indexed.status !== entry.status) {
    yield fault(
      'index',
      `The index says ${indexed.status} at revision ${indexed.revision}; the history says ${entry.status} at ${source.revision}.`,
      entry.seq,
    );
  }
  yield* firstApprovalFaults(indexed, last);
  const { approval } = indexed.editorial;
  if (!approval) return;
  const { by, at, revision } = approval;
  if (standing?.by === by && standing.revision === revision && +standing.at === +at) return;
  const byHistory = standing
    ? `${standing.by} approved on ${standing.at.toISOString()}`
    : 'no approval is valid';
  yield fault(
    'approval',
    `The index says that ${by} approved revision ${revision} on ${at.toISOString()}; according to the history, ${byHistory}.`,
  );
}

/** A forged one would let a contributor complete an approval that nobody started (ADD-IND-6). */
function* firstApprovalFaults(
  { editorial: { firstApproval } }: IndexedDocument,
  { approvers, source }: ReplayedEntry,
): Generator<Fault> {
  if (!firstApproval || firstApproval.revision !== source.revision) return;
  const { by, revision } = firstApproval;
  if (approvers.includes(by)) return;
  yield fault(
    'approval',
    `The index says that ${by} gave the first of two approvals of revision ${revision}; the history has no such approval.`,
  );
}

/** These people decide who owns a document. */
export function* peopleFaults({ indexed }: DocumentFacts, head: ReadDocument): Generator<Fault> {
  if (indexed.problem || head.problem || indexed.deletedAt) return;
  for (const [name, key] of [
    ['author', 'author'],
    ['last editor', 'lastEditor'],
  ] as const) {
    const [indexedValue, is] = [indexed.metadata[key], head.metadata[key]];
    if (indexedValue !== is)
      yield fault(
        'index',
        `The index says ${name}: ${indexedValue ?? 'none'}; the file says ${is ?? 'none'}.`,
      );
  }
}

/** `open` is the declared public entry. Until `isDerived`, a restored database has no public rows. */
export function* publicFaults(
  { indexed, published }: DocumentFacts,
  open: ReplayedEntry | undefined,
  isDerived: boolean,
): Generator<Fault> {
  const { publicHash, publishedRevision } = indexed;
  // A removed document keeps the hash that was public.
  if (publicHash === null || indexed.deletedAt) {
    if (published)
      yield fault(
        'public',
        'A public page exists, but the index says that the document is not public.',
      );
    return;
  }
  if (!open) {
    yield fault(
      'public',
      `The index says that entry ${publicHash} is public, but the history has no such entry.`,
    );
  } else if (publishedRevision !== open.source.revision) {
    yield fault(
      'public',
      `The index says that revision ${publishedRevision} is public; the entry it names is revision ${open.source.revision}.`,
      open.entry.seq,
    );
  }
  if (!published) {
    if (isDerived)
      yield fault(
        'public',
        'The index says that the document is public, but it has no public page.',
      );
  } else if (published.hash !== publicHash || published.revision !== publishedRevision) {
    yield fault(
      'public',
      `The public page shows entry ${published.hash}; the index says that ${publicHash} is public.`,
    );
  }
}

/** Times are skipped: where the text has none, lists sort by another date. */
const compared = fieldNames('public').filter((name) => documentFields[name].type !== 'time');
const bySettings: ReadonlySet<FieldName> = new Set(fieldNames('bySettings'));

export function* pageFaults(
  { published }: DocumentFacts,
  { place, metadata, body }: ReadDocument,
): Generator<Fault> {
  if (!published) return;
  const differing = compared.filter((name) => {
    const property = propertyOf(name);
    return !isEqual(published.fields[property], metadata[property]);
  });
  const forged = [
    ...differing.filter((name) => !bySettings.has(name)),
    ...(published.bodySha256 === sha256(body) ? [] : ['text']),
  ];
  if (forged.length > 0) {
    yield fault(
      'public',
      `The public page differs from the published text in: ${forged.join(', ')}.`,
    );
  }
  const outdated = [
    ...differing.filter((name) => bySettings.has(name)),
    ...(published.id === place.id ? [] : ['id']),
  ];
  if (outdated.length === 0) return;
  const message = `The public page differs from the current site settings in: ${outdated.join(', ')}.`;
  yield { severity: 'warning', check: 'public', message };
}
