import type { Database, Transaction } from '@galley/database';
import {
  decideSave,
  decideSchedule,
  reviewRequest,
  type Decision,
  type ScheduleChange,
} from '@galley/editorial';
import { may, type Actor, type Clock } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import { signedBy, type Change } from '../store/change.ts';
import { composeChange, type Before, type WrittenTo } from './compose-change.ts';
import {
  owns,
  requireInsight,
  requireReadable,
  requireWritable,
  withDocument,
} from './document-access.ts';
import {
  DocumentListReadModel,
  type DocumentPage,
  type DocumentQuery,
} from '../lists/document-list-read-model.ts';
import type { DocumentLocks } from '../store/document-locks.ts';
import type { DocumentPlace, IndexedDocument, RetainedEntry } from '../document/document.ts';
import { EditLockRepository } from '../store/edit-lock-repository.ts';
import { lockEnd } from '../store/edit-lock.ts';
import { EditorialEventRepository } from '../store/editorial-event-repository.ts';
import { composeSource } from '../document/frontmatter/edit-source.ts';
import { HistoryReadModel, type HistoryPage } from '../history/history-read-model.ts';
import { contentProblems, documentNotFound } from '../document/problems.ts';
import { knownValues } from '../document/known-values.ts';
import { newPlace } from '../document/new-place.ts';
import { readNewText } from '../document/read-document.ts';
import { requireUnlocked } from './require-unlocked.ts';
import { isClientKey } from '../document/revision.ts';
import {
  checkFrontmatter,
  wantedText,
  type SaveInput,
  type StateRequest,
} from '../document/save-edit.ts';
import { planOf, stepName } from './schedule/plan.ts';
import { termSlug } from '../document/term-slug.ts';
import type { Settled } from '../store/settled.ts';
import type { TreeReconciler } from '../sync/tree-reconciler.ts';
import { WorkingCopyRepository } from '../store/working-copy-repository.ts';
import type { WorkingCopyKey } from '../store/working-copy.ts';

export interface ContentServiceOptions {
  readonly db: Database;
  readonly locks: DocumentLocks;
  readonly reconciler: TreeReconciler;
  readonly settings: () => SiteSettings;
  readonly clock: Clock;
  /** Largest document file, in bytes. */
  readonly maxBytes: number;
}

export interface CreateDocument {
  readonly type: string;
  readonly lang: string;
  readonly title: string;
  readonly content: string;
  readonly slug?: string | undefined;
  readonly frontmatter?: Readonly<Record<string, unknown>> | undefined;
  /** Under which the actor kept its text until now; that is cleared. */
  readonly draftKey?: string | undefined;
}

export interface SaveDocument extends SaveInput {
  readonly path: string;
  /** Refuses, as `stale_revision`, when the document is at another one. */
  readonly expectedRevision?: string | undefined;
  /** Of the actor's lock, so that a window that another one took over from saves nothing. */
  readonly lockToken?: string | undefined;
  /** Why, for the history. */
  readonly message?: string | undefined;
}

/** What people do with documents: load, decide, store. */
export class ContentService {
  readonly #options: ContentServiceOptions;
  readonly #lists: DocumentListReadModel;
  readonly #history: HistoryReadModel;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
    this.#lists = new DocumentListReadModel(options.db);
    this.#history = new HistoryReadModel(options.db);
  }

  /** A page of the documents that the actor may read. `invalid_request` for a cursor of another list. */
  list(actor: Actor, query: DocumentQuery): Promise<DocumentPage> {
    return this.#lists.list(actor, query, Object.keys(this.#options.settings().languages));
  }

  /** One document as it stands in the tree now. `not_found` also when the actor may not read it. */
  async get(actor: Actor, path: string, id?: string): Promise<Settled> {
    const settled = await withDocument(this.#options, path, async (_connection, found) => found);
    requireReadable(actor, settled.indexed);
    if (id !== undefined && id !== settled.indexed.place.id) throw documentNotFound(path);
    return settled;
  }

  /** Retained snapshots, newest first: the first page, unless it says otherwise. */
  async history(
    actor: Actor,
    path: string,
    page: HistoryPage = { limit: 200 },
  ): Promise<RetainedEntry[]> {
    const { indexed } = await this.get(actor, path);
    requireInsight(actor, indexed, 'documents.history');
    return this.#history.list(indexed.documentId, page);
  }

  /** Creates a document: a draft, unless its frontmatter asks for a state that the actor may give it. */
  async create(actor: Actor, input: CreateDocument): Promise<Settled> {
    const { locks, reconciler } = this.#options;
    const { type, lang, title, slug = termSlug(title) } = input;
    const place = newPlace(this.#options.settings(), { type, lang, slug });
    return locks.hold(place.path, async (connection) => {
      await reconciler.requireVacated(connection, place, 'Nothing was saved.');
      if (await reconciler.settle(connection, place)) throw taken(place.path);
      const { draftKey } = input;
      const { username } = actor;
      const change = {
        ...this.#creation(actor, place, input),
        ...(draftKey !== undefined && { alongside: clearing({ username, draftKey }) }),
      };
      const created = await reconciler.applyAndSettle(connection, undefined, change);
      if (!created) throw taken(place.path);
      return created;
    });
  }

  /**
   * Saves body, frontmatter, state, or the file as a whole. Without a change nothing is written. A save by somebody
   * who has the document locked extends the lock, and what they had not saved of it is cleared.
   */
  async save(actor: Actor, input: SaveDocument): Promise<Settled> {
    const { clock } = this.#options;
    const { path, lockToken, expectedRevision } = input;
    return withDocument(this.#options, path, async (connection, found) => {
      const { indexed } = found;
      requireWritable(actor, indexed);
      const question = { actor, lockToken, now: clock.now() };
      const lock = await requireUnlocked(connection, indexed, question);
      if (expectedRevision !== undefined && expectedRevision !== indexed.revision)
        throw await conflict(actor, found, { connection, expectedRevision });
      const events = await new EditorialEventRepository(connection).list(indexed.documentId);
      const change = this.#changeFor(actor, { ...found, events }, input);
      const { documentId } = indexed;
      const alongside = clearing({ username: actor.username, documentId });
      if (!change) await alongside(connection);
      const saved = await this.#store(connection, found, change && { ...change, alongside });
      if (lock) await new EditLockRepository(connection).extend(lock, lockEnd(clock.now()));
      return saved;
    });
  }

  async #store(connection: Database, found: Settled, change: Change | undefined): Promise<Settled> {
    if (!change) return found;
    const { indexed } = found;
    const saved = await this.#options.reconciler.applyAndSettle(connection, indexed, change);
    if (!saved) throw stale(indexed.revision);
    return saved;
  }

  #creation(actor: Actor, place: DocumentPlace, input: CreateDocument): Change {
    const { settings, clock } = this.#options;
    const at = clock.now();
    const frontmatter: Record<string, unknown> = { title: input.title, ...input.frontmatter };
    const request = checkFrontmatter(frontmatter, { author: actor.username }, settings().timeZone);
    const { decision, schedule } = this.#decide(actor, undefined, {
      ...request,
      contentChanged: true,
    });
    const own = Object.fromEntries(Object.entries(frontmatter).filter(([key]) => isClientKey(key)));
    const stamp = at.toISOString();
    const values = {
      ...own,
      author: actor.username,
      last_editor: actor.username,
      created_at: stamp,
      updated_at: stamp,
    };
    const text = composeSource({ ...values, workflow: decision.status }, input.content);
    const event = reviewRequest('draft', decision);
    const step = { text, decision, schedule, ...signedBy(actor), message: 'Created' } as const;
    const before = { indexed: undefined, events: [] };
    return composeChange(before, { ...step, kind: 'save', at, event }, this.#writing(place));
  }

  /** What a save changes; undefined when it changes nothing. */
  #changeFor(
    actor: Actor,
    { indexed, current, events }: Settled & Pick<Before, 'events'>,
    input: SaveDocument,
  ): Change | undefined {
    const { settings, clock } = this.#options;
    const before = current.problem
      ? { ...current, values: knownValues(indexed.metadata) }
      : current;
    const wanted = wantedText(before, input, settings().timeZone);
    const { place } = indexed;
    const read = readNewText(place, wanted.text, this.#writing(place));
    const contentChanged = read.revision !== indexed.revision;
    const { status } = indexed;
    const { decision, schedule } = this.#decide(actor, indexed, { ...wanted, contentChanged });
    const statusChanged = decision.status !== status;
    const keepsPublic =
      decision.publication === 'keep' ||
      (decision.publication === 'publish' && status === 'published');
    const planChanged = Object.keys(schedule).length > 0;
    if (wanted.text === current.text && !statusChanged && !planChanged && keepsPublic)
      return undefined;
    const at = clock.now();
    const values = contentChanged
      ? { last_editor: actor.username, updated_at: at.toISOString() }
      : {};
    const kind = wanted.text === current.text ? 'status' : 'save';
    const message =
      input.message ?? (kind === 'status' ? stepName(status, decision, schedule) : 'Saved');
    const event = reviewRequest(status, decision, { note: input.message });
    const step = { text: wanted.text, values, decision, schedule, kind, message } as const;
    const signed = { ...step, at, event, ...signedBy(actor) };
    return composeChange({ indexed, events }, signed, this.#writing(place));
  }

  #decide(
    actor: Actor,
    indexed: IndexedDocument | undefined,
    { asked, schedule, contentChanged }: StateRequest & { readonly contentChanged: boolean },
  ): { readonly decision: Decision; readonly schedule: ScheduleChange } {
    const { requireApproval } = this.#options.settings().editorial;
    const plan = planOf(indexed);
    const question = { ...plan, actor, requireApproval };
    const isOwn = !indexed || owns(actor, indexed);
    const decision = decideSave({ ...question, owns: isOwn, asked, contentChanged });
    const now = this.#options.clock.now();
    // Sent back beside new text, the state that there was asks for nothing.
    const byHand = asked !== undefined && asked !== plan.from;
    const times = { now, asked: schedule, decision, byHand };
    return { decision, schedule: decideSchedule({ ...question, ...times }) };
  }

  #writing(place: DocumentPlace): WrittenTo {
    const { maxBytes, settings } = this.#options;
    return { place, maxBytes, settings: settings() };
  }
}

function clearing(key: WorkingCopyKey) {
  return (rows: Database | Transaction) => new WorkingCopyRepository(rows).discard(key);
}

function taken(path: string): Error {
  return contentProblems.already_exists(
    `There is a document at ${path} already; give this one another slug.`,
    { path },
  );
}

/** With the text that is there now and, for who may see it, the one that the save was begun on. */
async function conflict(
  actor: Actor,
  { indexed, current }: Settled,
  { connection, expectedRevision }: { connection: Database; expectedRevision: string },
): Promise<Error> {
  const { documentId, metadata, revision } = indexed;
  const history = new HistoryReadModel(connection);
  const change = await history.findTextChange(documentId);
  const mayCompare = may(actor, 'documents.history', owns(actor, indexed));
  const base = mayCompare ? await history.findByRevision(documentId, expectedRevision) : undefined;
  return stale(revision, {
    current: {
      raw: current.text ?? '',
      last_editor: metadata.lastEditor,
      updated_at: metadata.updatedAt?.toISOString() ?? null,
      change: change ? { ...change, at: change.at.toISOString() } : null,
    },
    base: base ? { hash: base.entry.hash, raw: base.bytes.toString() } : null,
  });
}

function stale(current: string, texts: object = {}): Error {
  return contentProblems.stale_revision(
    'Somebody has changed the document since you opened it. Nothing was saved; compare the two and save again.',
    { current_revision: current, ...texts },
  );
}
