import type { Database } from '@galley/database';
import type { EditorialEvent } from '@galley/editorial';
import type { SiteSettings } from '@galley/settings';
import type { SealedReceipt } from '../history/approvals/approval-receipt.ts';
import { derivationOf } from '../store/derivation.ts';
import { ProjectFactsRepository } from '../store/project-facts-repository.ts';
import { locateDocument, readDocument } from '../document/read-document.ts';
import {
  indexFaults,
  pageFaults,
  peopleFaults,
  publicFaults,
  type DocumentFacts,
} from './document-check.ts';
import type { Fault, Finding } from './finding.ts';
import { HistoryReplay, type RecordedRename, type ReplayedEntry } from './history-replay.ts';
import { ReceiptCheck } from './receipt-check.ts';
import { VerificationReadModel } from './verification-read-model.ts';

export interface VerifyOptions {
  readonly db: Database;
  readonly settings: SiteSettings;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

interface ProjectFacts {
  readonly settings: SiteSettings;
  /** Metadata and addresses were derived with these settings. */
  readonly isDerived: boolean;
  /** Approval was certainly required from then on; undefined when unknown. */
  readonly enforcedSince: Date | undefined;
  readonly unreceipted: ReadonlySet<string>;
}

interface RetainedDocument extends DocumentFacts {
  readonly receipts: readonly SealedReceipt[];
  readonly events: readonly EditorialEvent[];
  readonly renames: readonly RecordedRename[];
}

const documentsAtOnce = 50;

/** Includes deleted documents. Reads the database in batches, so the server may keep running (GAP-DOC-12). */
export async function* verifyHistory(options: VerifyOptions): AsyncGenerator<Finding> {
  const read = new VerificationReadModel(options.db);
  const facts = await findProjectFacts(options);
  const total = await read.countDocuments();
  const counts: Counts = { unreceipted: 0, unapproved: 0, byContributors: 0 };
  let done = 0;
  for (let after = 0; ;) {
    const { findings, ids } = await read.withSnapshot((moment) =>
      verifyBatch(moment, { facts, counts, after }),
    );
    yield* findings;
    done += ids.length;
    options.onProgress?.(done, Math.max(total, done));
    if (ids.length < documentsAtOnce) break;
    after = ids.at(-1)!;
  }
  yield* noticesOf(counts, options.settings);
}

interface Counts {
  /** Approvals given before receipts existed. */
  unreceipted: number;
  byContributors: number;
  /** Public documents without an approval, for which no record shows whether one was required. */
  unapproved: number;
}

async function findProjectFacts({ db, settings }: VerifyOptions): Promise<ProjectFacts> {
  const facts = new ProjectFactsRepository(db);
  const baseline = await facts.find('baseline');
  const isEnforced =
    settings.editorial.requireApproval && (await facts.find('approval_required')) === true;
  const unreceipted = (await facts.find('approvals_before_receipts')) as string[] | undefined;
  return {
    settings,
    isDerived: (await facts.find('derivation')) === derivationOf(settings),
    enforcedSince: isEnforced && typeof baseline === 'string' ? new Date(baseline) : undefined,
    unreceipted: new Set(unreceipted),
  };
}

async function verifyBatch(
  read: VerificationReadModel,
  { facts, counts, after }: { facts: ProjectFacts; counts: Counts; after: number },
): Promise<{ findings: Finding[]; ids: number[] }> {
  const documents = await read.listDocuments(after, documentsAtOnce);
  const ids = documents.map(({ documentId }) => documentId);
  if (ids.length === 0) return { findings: [], ids };
  const [receipts, events] = [await read.receiptsOf(ids), await read.eventsOf(ids)];
  const renames = await read.renamesOf(ids);
  const findings: Finding[] = [];
  for (const indexed of documents) {
    const { documentId, place } = indexed;
    const retained = {
      indexed,
      published: await read.findPublished(documentId),
      receipts: receipts.get(documentId) ?? [],
      events: events.get(documentId) ?? [],
      renames: renames.get(documentId) ?? [],
    };
    const verification = new DocumentVerification(retained, facts, counts);
    for await (const fault of verification.run(read)) {
      findings.push({ ...fault, path: place.path, documentId });
    }
  }
  return { findings, ids };
}

class DocumentVerification {
  readonly #retained: RetainedDocument;
  readonly #facts: ProjectFacts;
  readonly #counts: Counts;

  constructor(retained: RetainedDocument, facts: ProjectFacts, counts: Counts) {
    this.#retained = retained;
    this.#facts = facts;
    this.#counts = counts;
  }

  async *run(read: VerificationReadModel): AsyncGenerator<Fault> {
    const { indexed, renames } = this.#retained;
    const { documentId, publicHash, place } = indexed;
    const replay = new HistoryReplay(place.path, renames);
    const { unreceipted } = this.#facts;
    const receipts = new ReceiptCheck({ ...this.#retained, unreceipted });
    let open: ReplayedEntry | undefined;
    yield* receipts.begin();
    for await (const snapshot of read.snapshots(documentId)) {
      const before = replay.last;
      const replayed = replay.next(snapshot);
      yield* replayed.faults;
      yield* receipts.next(replayed, before);
      if (replayed.entry.hash === publicHash && !indexed.deletedAt) open = replayed;
    }
    yield* receipts.end();
    this.#counts.unreceipted += receipts.unreceipted;
    this.#counts.byContributors += receipts.byContributors;
    yield* indexFaults(this.#retained, replay.last);
    yield* publicFaults(this.#retained, open, this.#facts.isDerived);
    yield* this.#textFaults(replay.last, open);
    if (open) yield* this.#enforcementFaults(open);
  }

  *#textFaults(last: ReplayedEntry | undefined, open: ReplayedEntry | undefined): Generator<Fault> {
    const { settings, isDerived } = this.#facts;
    const place = locateDocument(this.#retained.indexed.place.path, settings);
    if (!place || !isDerived) return;
    const read = ({ bytes }: ReplayedEntry) => readDocument(place, bytes, settings);
    if (last) yield* peopleFaults(this.#retained, read(last));
    if (open) yield* pageFaults(this.#retained, read(open));
  }

  *#enforcementFaults({ entry, standing }: ReplayedEntry): Generator<Fault> {
    const { enforcedSince } = this.#facts;
    if (standing) return;
    if (enforcedSince && entry.at > enforcedSince) {
      yield {
        severity: 'error',
        check: 'approval',
        seq: entry.seq,
        message: `Entry ${entry.seq}, of ${entry.at.toISOString()}, is public without an approval, although approval was required.`,
      };
    } else this.#counts.unapproved += 1;
  }
}

function* noticesOf(
  { unreceipted, unapproved, byContributors }: Counts,
  { editorial }: SiteSettings,
): Generator<Finding> {
  if (unreceipted > 0) {
    const message = `${unreceipted} ${unreceipted === 1 ? 'approval was' : 'approvals were'} given before Galley wrote receipts and cannot be verified.`;
    yield { severity: 'notice', check: 'receipt', path: null, message };
  }
  if (byContributors > 0) {
    const message = `${byContributors} ${byContributors === 1 ? 'approval was' : 'approvals were'} given by contributors alone, before 1.1 or with editorial.independence: last_editor.`;
    yield { severity: 'notice', check: 'receipt', path: null, message };
  }
  if (unapproved > 0 && editorial.requireApproval) {
    const message = `${unapproved} public ${unapproved === 1 ? 'document has' : 'documents have'} no approval: according to the history, ${unapproved === 1 ? 'it was' : 'they were'} public before approval was required.`;
    yield { severity: 'notice', check: 'approval', path: null, message };
  }
}
