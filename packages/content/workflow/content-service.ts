import { writeTogether, type Database, type Write } from '@galley/database';
import {
  decideSave,
  decideSchedule,
  reviewRequest,
  type Decision,
  type ScheduleChange,
} from '@galley/editorial';
import { may, type Actor, type Clock } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import type { Step } from './compose-change.ts';
import { owns, requireInsight, requireReadable, requireWritable } from './document-access.ts';
import type {
  ChangedDocument,
  DocumentStore,
  NewDocument,
  OpenDocument,
  OpenPath,
} from './document-store.ts';
import {
  DocumentListReadModel,
  type DocumentPage,
  type DocumentQuery,
} from '../lists/document-list-read-model.ts';
import type { IndexedDocument, RetainedEntry } from '../document/document.ts';
import { EditLockRepository } from '../store/edit-lock-repository.ts';
import { computeLockExpiry } from '../store/edit-lock.ts';
import { composeSource } from '../document/frontmatter/edit-source.ts';
import {
  HistoryReadModel,
  type HistoryPage,
  type NotedDocument,
  type NotedEntries,
} from '../history/history-read-model.ts';
import { contentProblems, documentNotFound } from '../document/problems.ts';
import { knownValues } from '../document/known-values.ts';
import type { RecordChange } from '../store/change.ts';
import { changedTerms, type TermsChange } from '../document/changed-terms.ts';
import { parseDocumentTime } from '../document/document-times.ts';
import { chooseLocation } from '../document/new-location.ts';
import { requireTaxonomy } from '../document/require-taxonomy.ts';
import { withRoomWriters } from './room-writers.ts';
import { requireUnlocked } from './require-unlocked.ts';
import { isClientKey } from '../document/revision.ts';
import {
  checkFrontmatter,
  rejectUnreadable,
  resolveRequestedText,
  type SaveInput,
  type StateRequest,
} from '../document/save-edit.ts';
import { planOf, stepName } from './schedule/plan.ts';
import { termSlug } from '../document/term-slug.ts';
import type { DetailedDocument } from '../history/document-details-read-model.ts';
import type { ReconciledDocument } from '../store/reconciled-document.ts';
import { WorkingCopyRepository } from '../store/working-copy-repository.ts';

export interface ContentServiceOptions {
  readonly db: Database;
  readonly store: DocumentStore;
  readonly settings: () => SiteSettings;
  readonly clock: Clock;
}

export interface CreateDocument {
  readonly type: string;
  readonly lang: string;
  readonly title: string;
  readonly content: string;
  readonly slug?: string | undefined;
  /** Below the folder of the type. */
  readonly folder?: string | undefined;
  readonly frontmatter?: Readonly<Record<string, unknown>> | undefined;
  /** Draft key of the working copy to clear. */
  readonly draftKey?: string | undefined;
  /** For the history. */
  readonly message?: string | undefined;
  readonly record?: RecordChange | undefined;
}

type CreateTogether = Omit<CreateDocument, 'draftKey' | 'record'>;

export interface SaveDocument extends SaveInput {
  readonly path: string;
  /** @throws `stale_revision` */
  readonly expectedRevision?: string | undefined;
  /** A window whose lock was taken over cannot save. */
  readonly lockToken?: string | undefined;
  /** For the history. */
  readonly message?: string | undefined;
  /** Not called when nothing changes. */
  readonly record?: RecordChange | undefined;
  /** In the same transaction. */
  readonly writes?: readonly Write[] | undefined;
}

export interface ListDocuments extends Omit<DocumentQuery, 'dates'> {
  /** First and last day of `date`, in the site's time zone, as `YYYY-MM-DD`. */
  readonly datedFrom?: string | undefined;
  readonly datedUntil?: string | undefined;
}

export interface ChangeTerms extends TermsChange {
  readonly path: string;
}

export class ContentService {
  readonly #options: ContentServiceOptions;
  readonly #lists: DocumentListReadModel;
  readonly #history: HistoryReadModel;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
    this.#lists = new DocumentListReadModel(options.db);
    this.#history = new HistoryReadModel(options.db);
  }

  /** Only documents that the actor may read. @throws `invalid_request` for a cursor of another list */
  list(actor: Actor, { datedFrom, datedUntil, ...query }: ListDocuments): Promise<DocumentPage> {
    const { languages, timeZone } = this.#options.settings();
    const dates =
      datedFrom === undefined && datedUntil === undefined
        ? undefined
        : {
            from: parseDocumentTime(datedFrom, timeZone),
            before: parseDocumentTime(datedUntil && dayAfter(datedUntil), timeZone),
          };
    return this.#lists.list(actor, { ...query, dates }, Object.keys(languages));
  }

  /** @throws `not_found`, also when the actor may not read it */
  async get(actor: Actor, path: string, id?: string): Promise<ReconciledDocument> {
    const document = await this.#options.store.get(path);
    return requireVisible(actor, document, id);
  }

  /** As `get`, with everything beside the text. */
  async getDetailed(actor: Actor, path: string, id?: string): Promise<DetailedDocument> {
    const document = await this.#options.store.getDetailed(actor, path);
    return requireVisible(actor, document, id);
  }

  withDetails(actor: Actor, document: ReconciledDocument): Promise<DetailedDocument> {
    return this.#options.store.withDetails(actor, document);
  }

  /** Newest first. */
  async history(
    actor: Actor,
    path: string,
    page: HistoryPage = { limit: 200 },
  ): Promise<RetainedEntry[]> {
    const { indexed } = await this.get(actor, path);
    requireInsight(actor, indexed, 'documents.history');
    return this.#history.list(indexed.documentId, page);
  }

  /** As indexed: edits on disk may be missing. For the server itself. */
  listNoted(paths: readonly string[], prefix: string): Promise<NotedDocument[]> {
    return this.#history.listNoted(paths, prefix);
  }

  /** For the server itself. */
  countNoted(entries: NotedEntries): Promise<number> {
    return this.#history.countNoted(entries);
  }

  /** A draft, unless the frontmatter requests a state that the actor may set. */
  async create(actor: Actor, input: CreateDocument): Promise<ReconciledDocument> {
    const { settings, store } = this.#options;
    const { type, lang, title, draftKey, folder, slug = termSlug(title) } = input;
    const place = chooseLocation(settings(), { type, lang, slug, folder });
    const { username } = actor;
    return store.add(
      actor,
      { place, refusal: 'Nothing was saved.' },
      ({ connection, isTaken, now }) => {
        if (isTaken) throw taken(place.path);
        const copies = new WorkingCopyRepository(connection);
        const writes = draftKey === undefined ? [] : [copies.removal({ username, draftKey })];
        const { record } = input;
        return { step: { ...this.#creation(actor, input, now), writes, record } };
      },
    );
  }

  /** As `create`, in one transaction. @throws when one is refused; nothing is then created */
  async createAll(actor: Actor, inputs: readonly CreateTogether[]): Promise<void> {
    await this.#options.store.addAll(actor, this.#additions(actor, inputs));
  }

  /** @throws as `createAll` would now, except for targets of fields, which may follow */
  async checkNew(actor: Actor, inputs: readonly CreateTogether[]): Promise<void> {
    await this.#options.store.checkAll(actor, this.#additions(actor, inputs));
  }

  #additions(actor: Actor, inputs: readonly CreateTogether[]): NewDocument[] {
    const { settings } = this.#options;
    return inputs.map((input) => {
      const { type, lang, title, folder, slug = termSlug(title) } = input;
      const place = chooseLocation(settings(), { type, lang, slug, folder });
      const decide = ({ isTaken, now }: OpenPath) => {
        if (isTaken) throw taken(place.path);
        return this.#creation(actor, input, now);
      };
      return { place, decide };
    });
  }

  /** Writes nothing without a change. Extends the actor's edit lock and clears their working copy. */
  save(actor: Actor, input: SaveDocument): Promise<ChangedDocument> {
    return this.#options.store.change(actor, input.path, async (document) => {
      const { connection, indexed, now } = document;
      const { lock, step } = await this.#requireSavable(actor, document, input);
      const { writers, roomWriters } = await document.context();
      const { username } = actor;
      const { documentId } = indexed;
      const copies = new WorkingCopyRepository(connection);
      const locks = new EditLockRepository(connection);
      const writes = [
        ...(input.writes ?? []),
        ...(writers.includes(username) ? [copies.removal({ username, documentId })] : []),
        ...(lock ? [locks.extension(lock, computeLockExpiry(now))] : []),
      ];
      const onBehalfOf = withRoomWriters(actor, roomWriters);
      if (step) return { ...step, onBehalfOf, writes, record: input.record };
      await writeTogether(connection, writes);
      return undefined;
    });
  }

  /** @throws as `save` would now, except for targets of fields, which may follow */
  async checkSave(actor: Actor, input: SaveDocument): Promise<void> {
    await this.#options.store.checkChange(actor, input.path, async (document) => {
      const { step } = await this.#requireSavable(actor, document, input);
      return step;
    });
  }

  async #requireSavable(actor: Actor, document: OpenDocument, input: SaveDocument) {
    const { indexed } = document;
    const { lockToken, expectedRevision } = input;
    requireWritable(actor, indexed);
    const lock = await requireUnlocked(document, { actor, lockToken });
    if (expectedRevision !== undefined && expectedRevision !== indexed.revision)
      throw await conflict(actor, document, expectedRevision);
    return { lock, step: this.#stepFor(actor, document, input) };
  }

  /** Saves a document with other terms. @throws `stale_revision` when it changes at the same time */
  async changeTerms(actor: Actor, { path, ...change }: ChangeTerms): Promise<ReconciledDocument> {
    requireTaxonomy(this.#options.settings(), change.taxonomy);
    const document = await this.get(actor, path);
    const { indexed, current } = document;
    requireWritable(actor, indexed);
    rejectUnreadable(current);
    const content = Object.entries(current.values).filter(([key]) => isClientKey(key));
    const frontmatter = changedTerms(Object.fromEntries(content), change);
    // Broken frontmatter has no values; the save reports it.
    if (!frontmatter && !current.problem) return document;
    const { body } = current;
    const expectedRevision = indexed.revision;
    return this.save(actor, {
      path,
      content: body,
      frontmatter: frontmatter ?? {},
      expectedRevision,
    });
  }

  #creation(actor: Actor, input: CreateDocument, at: Date): Step {
    const { settings } = this.#options;
    const frontmatter: Record<string, unknown> = { title: input.title, ...input.frontmatter };
    const request = checkFrontmatter(frontmatter, { author: actor.username }, settings().timeZone);
    const question = { ...request, contentChanged: true, now: at };
    const { decision, schedule } = this.#decide(actor, undefined, question);
    const own = Object.fromEntries(Object.entries(frontmatter).filter(([key]) => isClientKey(key)));
    const stamp = at.toISOString();
    const values = {
      ...own,
      author: actor.username,
      last_editor: editorOf(actor),
      created_at: stamp,
      updated_at: stamp,
    };
    const text = composeSource({ ...values, workflow: decision.status }, input.content);
    const event = reviewRequest('draft', decision);
    const { message = 'Created' } = input;
    return { text, decision, schedule, event, kind: 'save', message };
  }

  #stepFor(
    actor: Actor,
    { indexed, current, now, read }: OpenDocument,
    input: SaveDocument,
  ): Step | undefined {
    const before = current.problem
      ? { ...current, values: knownValues(indexed.metadata) }
      : current;
    const wanted = resolveRequestedText(before, input, this.#options.settings().timeZone);
    const { text } = wanted;
    const contentChanged = read(text).revision !== indexed.revision;
    const { status } = indexed;
    const question = { ...wanted, contentChanged, now };
    const { decision, schedule } = this.#decide(actor, indexed, question);
    const statusChanged = decision.status !== status;
    const keepsPublic =
      decision.publication === 'keep' ||
      (decision.publication === 'publish' && status === 'published');
    const planChanged = Object.keys(schedule).length > 0;
    if (text === current.text && !statusChanged && !planChanged && keepsPublic) return undefined;
    const values = contentChanged
      ? { last_editor: editorOf(actor), updated_at: now.toISOString() }
      : {};
    const kind = text === current.text ? 'status' : 'save';
    const message =
      input.message ?? (kind === 'status' ? stepName(status, decision, schedule) : 'Saved');
    const event = reviewRequest(status, decision, { note: input.message });
    return { text, values, decision, schedule, kind, message, event };
  }

  #decide(
    actor: Actor,
    indexed: IndexedDocument | undefined,
    {
      asked,
      schedule,
      contentChanged,
      now,
    }: StateRequest & { readonly contentChanged: boolean; readonly now: Date },
  ): { readonly decision: Decision; readonly schedule: ScheduleChange } {
    const { requireApproval } = this.#options.settings().editorial;
    const plan = planOf(indexed);
    const question = { ...plan, actor, requireApproval };
    const isOwn = !indexed || owns(actor, indexed);
    const decision = decideSave({ ...question, owns: isOwn, asked, contentChanged });
    // A state sent back unchanged beside new text requests nothing.
    const byHand = asked !== undefined && asked !== plan.from;
    const times = { now, asked: schedule, decision, byHand };
    return { decision, schedule: decideSchedule({ ...question, ...times }) };
  }
}

function requireVisible<T extends ReconciledDocument>(actor: Actor, document: T, id?: string): T {
  const { indexed } = document;
  requireReadable(actor, indexed);
  if (id !== undefined && id !== indexed.place.id) throw documentNotFound(indexed.place.path);
  return document;
}

/** Galley acting for one person, as in an import, edits in that person's name (ADD-IMP-12). */
function editorOf({ kind, username, onBehalfOf }: Actor): string {
  const [person, ...others] = (kind === 'system' && onBehalfOf) || [];
  return person !== undefined && others.length === 0 ? person : username;
}

function taken(path: string): Error {
  return contentProblems.already_exists(
    `A document already exists at ${path}. Choose another slug.`,
    { path },
  );
}

/** Includes the base text only for actors who may see it. */
async function conflict(
  actor: Actor,
  { connection, indexed, current }: OpenDocument,
  expectedRevision: string,
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
    'The document has changed since you opened it. Nothing was saved; compare both versions and save again.',
    { current_revision: current, ...texts },
  );
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
