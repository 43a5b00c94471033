import { may, type Actor, type Capability } from '@galley/kernel';
import type { ContentServiceOptions } from './content-service.ts';
import { requireDocumentPath } from '../document/content-path.ts';
import { trashFolder } from '../tree/content-tree.ts';
import { requireWritable } from './document-access.ts';
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

export type StoreWorkingCopy = UnsavedText &
  (
    | { readonly path: string; readonly baseRevision: string; readonly draftKey?: undefined }
    | { readonly path?: undefined; readonly draftKey: string }
  );

const maxPerPerson = 200;
const lifetimeMs = 90 * 86_400_000;
const maxRemovedAtOnce = 1_000;

/**
 * Working copies touch neither file, history, revision nor lock. Saving clears one and storing writes one under the
 * document's lock. A text that arrives after the save that overtook it is stored and marked as stale.
 */
export class WorkingCopyService {
  readonly #options: ContentServiceOptions;
  readonly #copies: WorkingCopyReadModel;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
    this.#copies = new WorkingCopyReadModel(options.db);
  }

  /** Works on locked documents too. Above 200 texts of a user, the oldest are deleted. */
  async store(actor: Actor, input: StoreWorkingCopy): Promise<WorkingCopyState> {
    const { db, clock } = this.#options;
    const savedAt = clock.now();
    const state =
      input.path === undefined
        ? await this.#storeForNewDocument(actor, { ...input, savedAt })
        : await this.#storeForDocument(actor, { ...input, savedAt });
    await new WorkingCopyRepository(db).removeBeyond(actor.username, maxPerPerson);
    return state;
  }

  /** By path, also in the trash. @throws `not_found` as for reading the document */
  async find(actor: Actor, { path, draftKey }: WorkingCopyOf): Promise<WorkingCopy | undefined> {
    if (path === undefined) return this.#copies.findDraft(actor, draftKey);
    return (await this.#get(actor, path)).copy;
  }

  /** Newest 200. */
  list(actor: Actor): Promise<WorkingCopySummary[]> {
    return this.#copies.list(actor, maxPerPerson);
  }

  async discard(actor: Actor, { path, draftKey }: WorkingCopyOf): Promise<void> {
    const copies = new WorkingCopyRepository(this.#options.db);
    const { username } = actor;
    if (path === undefined) {
      requireSomewhere(actor, 'documents.create');
      await copies.removal({ username, draftKey }).execute();
      return;
    }
    const { documentId } = await this.#get(actor, path);
    requireSomewhere(actor, 'documents.write');
    await copies.removal({ username, documentId }).execute();
  }

  /** At most 1,000, older than 90 days. */
  async removeOld(): Promise<number> {
    const { db, clock } = this.#options;
    const before = new Date(clock.now().getTime() - lifetimeMs);
    return new WorkingCopyRepository(db).removeOld(before, maxRemovedAtOnce);
  }

  #storeForDocument(
    actor: Actor,
    { path, ...copy }: UnsavedText & { path: string; baseRevision: string; savedAt: Date },
  ): Promise<WorkingCopyState> {
    return this.#options.store.open(path, async ({ connection, indexed }) => {
      requireWritable(actor, indexed);
      const { documentId, revision } = indexed;
      const { username } = actor;
      await new WorkingCopyRepository(connection).store({ username, documentId }, copy);
      const { savedAt, baseRevision } = copy;
      return { savedAt, baseRevision, isStale: baseRevision !== revision };
    });
  }

  async #storeForNewDocument(
    actor: Actor,
    { draftKey, ...copy }: UnsavedText & { draftKey: string; savedAt: Date },
  ): Promise<WorkingCopyState> {
    requireSomewhere(actor, 'documents.create');
    const { username } = actor;
    const copies = new WorkingCopyRepository(this.#options.db);
    await copies.store({ username, draftKey }, { ...copy, baseRevision: null });
    return { savedAt: copy.savedAt, baseRevision: null, isStale: false };
  }

  async #get(actor: Actor, path: string): Promise<FoundWorkingCopy> {
    const inTrash = `${trashFolder}/`;
    requireDocumentPath(path.startsWith(inTrash) ? path.slice(inTrash.length) : path);
    // Reconciles, because an edit on disk also makes a text stale.
    await this.#options.store.find(path);
    const found = await this.#copies.find(actor, path);
    if (!found) throw documentNotFound(path);
    return found;
  }
}

/** A working copy belongs to its author: the capability for own documents is enough. */
function requireSomewhere(actor: Actor, capability: Capability): void {
  if (may(actor, capability)) return;
  throw contentProblems.forbidden(
    `Your role (${actor.role}) cannot store unsaved text here; this requires ${capability}.`,
  );
}
