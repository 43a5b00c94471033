import {
  deleteDocumentOperation,
  documentTrashOperation,
  restoreDocumentOperation,
} from '@galley/contract';
import type { TrashService } from '@galley/content';
import type { OperationRouter } from '@galley/http';
import { deleteDocument, restoreDocument } from './document-acts.ts';

export function mountTrash(
  router: OperationRouter,
  { trash }: { readonly trash: TrashService },
): void {
  router.mount(documentTrashOperation, async ({ actor }) =>
    (await trash.list(actor)).map(({ deletedBy, deletedAt, originalPath, ...entry }) => ({
      ...entry,
      deleted_by: deletedBy,
      deleted_at: deletedAt.toISOString(),
      original_path: originalPath,
    })),
  );

  router.mount(deleteDocumentOperation, async ({ actor, body, note }) => {
    const { path, expected_revision: expectedRevision, lock_token: lockToken } = body;
    await deleteDocument(trash, { path, expectedRevision, lockToken }, { actor, note });
    return { ok: true };
  });

  router.mount(restoreDocumentOperation, async ({ actor, body, note }) => {
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
  });
}
