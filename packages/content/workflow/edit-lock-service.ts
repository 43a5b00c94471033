import { newSecret, type Actor } from '@galley/kernel';
import type { ContentServiceOptions } from './content-service.ts';
import { requireReadable, requireWritable } from './document-access.ts';
import type { IndexedDocument } from '../document/document.ts';
import { EditLockRepository } from '../store/edit-lock-repository.ts';
import { lockEnd, requireOwnLock, type EditLock } from '../store/edit-lock.ts';
import { contentProblems } from '../document/problems.ts';
import { requireUnlocked } from './require-unlocked.ts';

export interface LockDocument {
  readonly path: string;
  /** What this window was given before, when it goes on with a lock. */
  readonly lockToken?: string | undefined;
}

export interface UnlockDocument extends LockDocument {
  /** Also breaks the lock of somebody else; for administrators. */
  readonly force?: boolean | undefined;
}

/** Who is editing what (GAP-DOC-10): locks that people hold for minutes, and that end by themselves. */
export class EditLockService {
  readonly #options: ContentServiceOptions;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
  }

  /**
   * Locks a document for whoever may change it, or extends the lock that they have. Without a token another window of
   * the holder gets the same lock; with one that is no longer that of the lock, it is refused as `document_locked`,
   * like anybody else while somebody holds it.
   */
  async lock(actor: Actor, { path, lockToken }: LockDocument): Promise<EditLock> {
    return this.#options.store.open(path, async ({ connection, indexed, now }) => {
      requireWritable(actor, indexed);
      const { documentId } = indexed;
      await requireUnlocked(connection, indexed, { actor, lockToken, now });
      const wanted = { documentId, holder: actor.username, token: newSecret() };
      const locks = new EditLockRepository(connection);
      const lock = await locks.claim({ ...wanted, expiresAt: lockEnd(now), now });
      requireOwnLock(lock, actor);
      return lock;
    });
  }

  /**
   * Gives a lock back; where there is none, there is nothing to do. With `force`, whoever may do everything breaks
   * that of somebody else: then its holder is returned.
   */
  async unlock(
    actor: Actor,
    { path, lockToken, force }: UnlockDocument,
  ): Promise<string | undefined> {
    return this.#options.store.open(path, async ({ connection, indexed, now }) => {
      requireReadable(actor, indexed);
      const locks = new EditLockRepository(connection);
      const lock = await locks.find(indexed.documentId, now);
      const isOwn = lock?.holder === actor.username;
      // Who has lost the right to change it since may still give back what is theirs.
      if (!isOwn) requireWritable(actor, indexed);
      if (!lock) return undefined;
      if (!force) requireOwnLock(lock, actor, lockToken);
      else if (!isOwn) requireAdministrator(actor, lock);
      await locks.release(lock);
      return isOwn ? undefined : lock.holder;
    });
  }

  /** The lock that a document has now. */
  async find({ documentId }: IndexedDocument): Promise<EditLock | undefined> {
    const { db, clock } = this.#options;
    return new EditLockRepository(db).find(documentId, clock.now());
  }

  /** Deletes the locks whose time is over, and returns how many there were. */
  async removeExpired(): Promise<number> {
    const { db, clock } = this.#options;
    return new EditLockRepository(db).removeExpired(clock.now());
  }
}

function requireAdministrator({ grants }: Actor, { holder }: EditLock): void {
  if (grants.has('*')) return;
  throw contentProblems.forbidden(
    `Only an administrator may break the lock of ${holder}. It ends by itself within two minutes of ${holder}’s last sign of life.`,
  );
}
