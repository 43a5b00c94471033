import {
  deleteDocumentOperation,
  documentTrashOperation,
  restoreDocumentOperation,
} from '@galley/contract';
import type { TrashService } from '@galley/content';
import type { OperationRouter } from '@galley/http';

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
    const trashPath = await trash.delete(actor, { path, expectedRevision, lockToken });
    note({ details: { trash_path: trashPath } });
    return { ok: true };
  });

  router.mount(restoreDocumentOperation, async ({ actor, body, note }) => {
    const { path, hash, lock_token: lockToken } = body;
    if (hash !== undefined) note({ details: { hash } });
    const { indexed } =
      hash === undefined
        ? await trash.restore(actor, path)
        : await trash.restoreSnapshot(actor, { path, hash, lockToken });
    const { place, revision } = indexed;
    const from = hash === undefined ? path !== place.path && { trash_path: path } : { hash };
    note({ target: place.path, details: { ...from, revision } });
    return { ok: true, path: place.path, revision };
  });
}
