import type { MediaItem } from '@galley/sdk';
import { galley } from '../../../lib/galley.ts';
import { createStore } from '../../../lib/store.ts';
import { toastProblem } from '../../../ui/index.ts';
import { refreshMedia } from '../../media/media-queries.ts';

export type DialogName =
  'schedule' | 'assign' | 'review' | 'previewLink' | 'duplicate' | 'message' | 'link' | 'image';

/** Uploaded first, then its alt text is asked for. */
export interface PendingPicture {
  readonly file: File;
  /** Null until the upload is done. */
  readonly item: MediaItem | null;
}

export class EditorPrompts {
  readonly dialog = createStore<DialogName | null>(null);
  readonly pictures = createStore<readonly PendingPicture[]>([]);

  readonly openDialog = (name: DialogName): void => this.dialog.set(name);

  /** Uploads in parallel and keeps the order. */
  readonly uploadPictures = (files: readonly File[]): void => {
    const incoming = files.map((file): PendingPicture => ({ file, item: null }));
    this.pictures.set((before) => [...before, ...incoming]);
    for (const { file } of incoming) void this.#uploadPicture(file);
  };

  readonly dismiss = (file: File): void =>
    this.pictures.set((before) => before.filter((one) => one.file !== file));

  async #uploadPicture(file: File): Promise<void> {
    try {
      const item = await galley.media.upload({ file });
      this.pictures.set((before) =>
        before.map((one) => (one.file === file ? { file, item } : one)),
      );
      void refreshMedia();
    } catch (error) {
      this.dismiss(file);
      toastProblem(error);
    }
  }
}
