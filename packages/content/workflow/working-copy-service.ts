import { may, type Actor, type Capability } from '@galley/kernel';
import type { ContentServiceOptions } from './content-service.ts';
import { requireDocumentPath } from '../document/content-path.ts';
import { trashFolder } from '../tree/content-tree.ts';
import { requireWritable } from './document-access.ts';
import type { IndexedDocument } from '../document/document.ts';
import { contentProblems, documentNotFound } from '../document/problems.ts';
import { WorkingCopyReadModel, type FoundWorkingCopy } from '../store/working-copy-read-model.ts';
import { WorkingCopyRepository } from '../store/working-copy-repository.ts';
import type {
  UnsavedText,
  WorkingCopy,
  WorkingCopyOf,
  WorkingCopyState,
  WorkingCopySummary,
} from '../store/working-copy.ts';

export type KeepWorkingCopy = UnsavedText &
  (
    | { readonly path: string; readonly baseRevision: string; readonly draftKey?: undefined }
    | { readonly path?: undefined; readonly draftKey: string }
  );

const maxPerPerson = 200;
const lifetimeMs = 90 * 86_400_000;
const maxRemovedAtOnce = 1_000;

/**
 * What people have written and not saved. Each has their own text of a document, that nobody else is told of, and that
 * touches neither file, history, revision nor lock.
 *
 * A save by the same person clears it in the save's transaction, under the document's lock; so does the keeping of
 * one, so that each comes wholly before or after the other. A text that arrives after the save that has overtaken it
 * says a revision that is no longer the present one: it is kept, lest anything be lost, and is stale.
 */
export class WorkingCopyService {
  readonly #options: ContentServiceOptions;
  readonly #copies: WorkingCopyReadModel;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
    this.#copies = new WorkingCopyReadModel(options.db);
  }

  /**
   * Keeps a text of a document that the actor may change, whoever has it locked, or under a key of their own of one
   * that they may create. Of more than 200 of theirs the oldest go.
   */
  async keep(actor: Actor, input: KeepWorkingCopy): Promise<WorkingCopyState> {
    const { db, clock } = this.#options;
    const savedAt = clock.now();
    const state =
      input.path === undefined
        ? await this.#keepDraft(actor, { ...input, savedAt })
        : await this.#keepOfDocument(actor, { ...input, savedAt });
    await new WorkingCopyRepository(db).removeBeyond(actor.username, maxPerPerson);
    return state;
  }

  /** By the path of a document, also of one in the trash, or by its path there. `not_found` as for reading it. */
  async find(actor: Actor, { path, draftKey }: WorkingCopyOf): Promise<WorkingCopy | undefined> {
    if (path === undefined) return this.#copies.findDraft(actor, draftKey);
    return (await this.#get(actor, path)).copy;
  }

  /** The newest 200, of documents that the actor may read and of those that are not there yet. */
  list(actor: Actor): Promise<WorkingCopySummary[]> {
    return this.#copies.list(actor, maxPerPerson);
  }

  /** Whether the actor has unsaved text of a document. */
  stateOf(actor: Actor, { documentId }: IndexedDocument): Promise<WorkingCopyState | undefined> {
    return this.#copies.stateOf(actor, documentId);
  }

  /** Throws a text of the actor's away; where there is none, there is nothing to do. */
  async discard(actor: Actor, { path, draftKey }: WorkingCopyOf): Promise<void> {
    const copies = new WorkingCopyRepository(this.#options.db);
    const { username } = actor;
    if (path === undefined) {
      requireSomewhere(actor, 'documents.create');
      await copies.discard({ username, draftKey });
      return;
    }
    const { documentId } = await this.#get(actor, path);
    requireSomewhere(actor, 'documents.write');
    await copies.discard({ username, documentId });
  }

  /** Deletes those that nobody has touched for 90 days, 1,000 at most, and returns how many there were. */
  async removeOld(): Promise<number> {
    const { db, clock } = this.#options;
    const before = new Date(clock.now().getTime() - lifetimeMs);
    return new WorkingCopyRepository(db).removeOld(before, maxRemovedAtOnce);
  }

  #keepOfDocument(
    actor: Actor,
    { path, ...copy }: UnsavedText & { path: string; baseRevision: string; savedAt: Date },
  ): Promise<WorkingCopyState> {
    return this.#options.store.open(path, async ({ connection, indexed }) => {
      requireWritable(actor, indexed);
      const { documentId, revision } = indexed;
      const { username } = actor;
      await new WorkingCopyRepository(connection).keep({ username, documentId }, copy);
      const { savedAt, baseRevision } = copy;
      return { savedAt, baseRevision, isStale: baseRevision !== revision };
    });
  }

  async #keepDraft(
    actor: Actor,
    { draftKey, ...copy }: UnsavedText & { draftKey: string; savedAt: Date },
  ): Promise<WorkingCopyState> {
    requireSomewhere(actor, 'documents.create');
    const { username } = actor;
    const copies = new WorkingCopyRepository(this.#options.db);
    await copies.keep({ username, draftKey }, { ...copy, baseRevision: null });
    return { savedAt: copy.savedAt, baseRevision: null, isStale: false };
  }

  async #get(actor: Actor, path: string): Promise<FoundWorkingCopy> {
    const inTrash = `${trashFolder}/`;
    requireDocumentPath(path.startsWith(inTrash) ? path.slice(inTrash.length) : path);
    // An edit made on disk a moment ago makes a text stale too.
    await this.#options.store.find(path);
    const found = await this.#copies.find(actor, path);
    if (!found) throw documentNotFound(path);
    return found;
  }
}

/** Which text it is, nobody else has a say in; what is asked is whether the actor writes at all. */
function requireSomewhere(actor: Actor, capability: Capability): void {
  if (may(actor, capability)) return;
  throw contentProblems.forbidden(
    `Your role (${actor.role}) keeps no unsaved text of this; that needs ${capability}.`,
  );
}
