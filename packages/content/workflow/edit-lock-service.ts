import { newSecret, type Actor } from '@galley/kernel';
import type { ContentServiceOptions } from './content-service.ts';
import { requireReadable, requireWritable } from './document-access.ts';
import { EditLockRepository } from '../store/edit-lock-repository.ts';
import { computeLockExpiry, requireOwnLock, type EditLock } from '../store/edit-lock.ts';
import { contentProblems } from '../document/problems.ts';
import { requireUnlocked } from './require-unlocked.ts';

export interface LockDocument {
  readonly path: string;
  /** From an earlier call of this window. */
  readonly lockToken?: string | undefined;
}

export interface UnlockDocument extends LockDocument {
  /** For administrators. */
  readonly force?: boolean | undefined;
}

/** GAP-DOC-10. */
export class EditLockService {
  readonly #options: ContentServiceOptions;

  constructor(options: ContentServiceOptions) {
    this.#options = options;
  }

  /** Without a token, the holder's other windows get the lock. @throws `document_locked`, also for an old token */
  async lock(actor: Actor, { path, lockToken }: LockDocument): Promise<EditLock> {
    return this.#options.store.open(path, async (document) => {
      const { connection, indexed, now } = document;
      requireWritable(actor, indexed);
      const { documentId } = indexed;
      await requireUnlocked(document, { actor, lockToken });
      const wanted = { documentId, holder: actor.username, token: newSecret() };
      const locks = new EditLockRepository(connection);
      const lock = await locks.claim({ ...wanted, expiresAt: computeLockExpiry(now), now });
      requireOwnLock(lock, actor);
      return lock;
    });
  }

  /** Returns the holder whose lock was broken with `force`. */
  async unlock(
    actor: Actor,
    { path, lockToken, force }: UnlockDocument,
  ): Promise<string | undefined> {
    return this.#options.store.open(path, async ({ connection, indexed, context }) => {
      requireReadable(actor, indexed);
      const { lock } = await context();
      const isOwn = lock?.holder === actor.username;
      // Holders may release their own lock even after losing the right to change the document.
      if (!isOwn) requireWritable(actor, indexed);
      if (!lock) return undefined;
      if (!force) requireOwnLock(lock, actor, lockToken);
      else if (!isOwn) requireAdministrator(actor, lock);
      await new EditLockRepository(connection).removal(lock).execute();
      return isOwn ? undefined : lock.holder;
    });
  }

  async removeExpired(): Promise<number> {
    const { db, clock } = this.#options;
    return new EditLockRepository(db).removeExpired(clock.now());
  }
}

function requireAdministrator({ grants }: Actor, { holder }: EditLock): void {
  if (grants.has('*')) return;
  throw contentProblems.forbidden(
    `Only an administrator can break the lock of ${holder}. It expires two minutes after ${holder} last used it.`,
  );
}
