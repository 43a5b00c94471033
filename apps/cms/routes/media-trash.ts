import { contract } from '@galley/contract';
import type { OperationRouter } from '@galley/http';
import type { MediaTrashService } from '@galley/media';
import { presentMedia, presentMediaTrash } from '../present-media.ts';

export function mountMediaTrash(router: OperationRouter, trash: MediaTrashService): void {
  router.mount(contract.media.trash, async () => (await trash.list()).map(presentMediaTrash));

  router.mount(contract.media.delete, async ({ actor, body, note }) => {
    const { trashPath, state } = await trash.delete(actor, body);
    note({ details: { trash_path: trashPath, state } });
    return { ok: true, trash_path: trashPath, state };
  });

  router.mount(contract.media.restore, async ({ actor, body: { path }, note }) => {
    const restored = await trash.restore(actor, path);
    note({ target: restored.path, details: { state: restored.state } });
    return presentMedia(restored);
  });

  router.mount(contract.media.move, async ({ actor, body, note }) => {
    const moved = await trash.move(actor, body);
    note({ details: { to: moved.path, state: moved.state } });
    return presentMedia(moved);
  });

  router.mount(contract.media.purge, async ({ actor, body: { path } }) => {
    await trash.purge(actor, path);
    return { ok: true };
  });
}
