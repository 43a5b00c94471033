import type { UserNamesReadModel } from '@galley/auth';
import type { TrashService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { deleteDocument, restoreDocument } from './document-acts.ts';

export interface TrashServices {
  readonly trash: TrashService;
  readonly userNames: UserNamesReadModel;
}

export function trashHandlers({
  trash,
  userNames,
}: TrashServices): Pick<Module<typeof contract.documents>, 'trash' | 'delete' | 'restore'> {
  return {
    trash: async ({ actor }) => {
      const entries = await trash.list(actor);
      const names = await userNames.find(entries.map(({ deletedBy }) => deletedBy));
      return entries.map(({ deletedBy, deletedAt, originalPath, ...entry }) => ({
        ...entry,
        deleted_by: deletedBy,
        deleted_by_name: names.get(deletedBy) ?? null,
        deleted_at: deletedAt.toISOString(),
        original_path: originalPath,
      }));
    },

    delete: async ({ actor, body, note }) => {
      const { path, expected_revision: expectedRevision, lock_token: lockToken } = body;
      await deleteDocument(trash, { path, expectedRevision, lockToken }, { actor, note });
      return { ok: true };
    },

    restore: async ({ actor, body, note }) => {
      const { path, hash, lock_token: lockToken } = body;
      if (hash === undefined) {
        const { place, revision } = await restoreDocument(trash, path, { actor, note });
        return { ok: true, path: place.path, revision };
      }
      note({ details: { hash } });
      const { indexed } = await trash.restoreSnapshot(actor, { path, hash, lockToken });
      const { revision } = indexed;
      note({ details: { revision } });
      return { ok: true, path, revision };
    },
  };
}
