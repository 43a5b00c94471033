import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { MediaTrashService } from '@galley/media';
import { presentMedia, presentMediaTrash } from './present-media.ts';

export function mediaTrashHandlers(
  trash: MediaTrashService,
): Pick<Module<typeof contract.media>, 'trash' | 'delete' | 'restore' | 'move' | 'purge'> {
  return {
    trash: async () => (await trash.list()).map(presentMediaTrash),

    delete: async ({ actor, body, note }) => {
      const { trashPath, state } = await trash.delete(actor, body);
      note({ details: { trash_path: trashPath, state } });
      return { ok: true, trash_path: trashPath, state };
    },

    restore: async ({ actor, body: { path }, note }) => {
      const restored = await trash.restore(actor, path);
      note({ target: restored.path, details: { state: restored.state } });
      return presentMedia(restored);
    },

    move: async ({ actor, body, note }) => {
      const moved = await trash.move(actor, body);
      note({ details: { to: moved.path, state: moved.state } });
      return presentMedia(moved);
    },

    purge: async ({ actor, body: { path } }) => {
      await trash.purge(actor, path);
      return { ok: true };
    },
  };
}
