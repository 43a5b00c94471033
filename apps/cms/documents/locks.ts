import type { EditLockService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { presentLock } from './present-document.ts';

export function locksHandlers({
  editLocks,
}: {
  readonly editLocks: EditLockService;
}): Pick<Module<typeof contract.documents>, 'lock' | 'unlock'> {
  return {
    lock: async ({ actor, body: { path, lock_token: lockToken } }) => {
      const lock = await editLocks.lock(actor, { path, lockToken });
      return { ok: true, lock_token: lock.token, ...presentLock(lock) };
    },

    unlock: async ({ actor, body, note }) => {
      const { path, lock_token: lockToken, force } = body;
      const breaking = { action: 'document.lock.force', target: path } as const;
      try {
        const holder = await editLocks.unlock(actor, { path, lockToken, force });
        // Only a broken lock is worth an entry; locks are taken and released all day.
        if (holder !== undefined) note({ ...breaking, details: { holder } });
      } catch (error) {
        if (force) note(breaking);
        throw error;
      }
      return { ok: true };
    },
  };
}
