import {
  deleteMediaOperation,
  mediaTrashOperation,
  moveMediaOperation,
  purgeMediaOperation,
  restoreMediaOperation,
} from '@galley/contract';
import type { OperationRouter } from '@galley/http';
import type { MediaTrashService } from '@galley/media';
import { presentMedia, presentMediaTrash } from '../present-media.ts';

export function mountMediaTrash(router: OperationRouter, trash: MediaTrashService): void {
  router.mount(mediaTrashOperation, async () => (await trash.list()).map(presentMediaTrash));

  router.mount(deleteMediaOperation, async ({ actor, body, note }) => {
    const { trashPath, state } = await trash.delete(actor, body);
    note({ details: { trash_path: trashPath, state } });
    return { ok: true, trash_path: trashPath, state };
  });

  router.mount(restoreMediaOperation, async ({ actor, body: { path }, note }) => {
    const restored = await trash.restore(actor, path);
    note({ target: restored.path, details: { state: restored.state } });
    return presentMedia(restored);
  });

  router.mount(moveMediaOperation, async ({ actor, body, note }) => {
    const moved = await trash.move(actor, body);
    note({ details: { to: moved.path, state: moved.state } });
    return presentMedia(moved);
  });

  router.mount(purgeMediaOperation, async ({ actor, body: { path } }) => {
    await trash.purge(actor, path);
    return { ok: true };
  });
}
