import type { MediaItem } from '@galley/sdk';
import { galley } from '../../../lib/galley.ts';
import { createStore } from '../../../lib/store.ts';
import { toastProblem } from '../../../ui/index.ts';
import { refreshMedia } from '../../media/media-queries.ts';

export type DialogName =
  | 'schedule'
  | 'assign'
  | 'review'
  | 'previewLink'
  | 'duplicate'
  | 'message'
  /** Where a link goes. */
  | 'link'
  /** Which picture. */
  | 'image';

/** A picture on its way into the text: first into the library, and then it is asked what it says. */
export interface Incoming {
  readonly file: File;
  /** Null until it is in the library. */
  readonly item: MediaItem | null;
}

/** What is asked of whoever writes, in dialogs over the page. */
export class Asking {
  readonly dialog = createStore<DialogName | null>(null);
  readonly pictures = createStore<readonly Incoming[]>([]);

  readonly ask = (name: DialogName): void => this.dialog.set(name);

  /** Those that were dropped or pasted, all at once and each in its place of the row. */
  readonly bring = (files: readonly File[]): void => {
    const incoming = files.map((file): Incoming => ({ file, item: null }));
    this.pictures.set((before) => [...before, ...incoming]);
    for (const { file } of incoming) void this.#bringOne(file);
  };

  /** It is in the text, or not wanted. */
  readonly dismiss = (file: File): void =>
    this.pictures.set((before) => before.filter((one) => one.file !== file));

  async #bringOne(file: File): Promise<void> {
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
