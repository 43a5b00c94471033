import type { MediaItem } from '@galley/sdk';
import { createStore } from '../../../lib/store.ts';
import { Commenting } from '../comments/commenting.ts';

export type DialogName =
  | 'schedule'
  | 'assign'
  | 'review'
  | 'previewLink'
  | 'duplicate'
  | 'message'
  | 'link'
  | 'image'
  /** Goes below the selected picture or gallery, which becomes a gallery with it. */
  | 'imageBeside'
  /** Parts of the selected video. */
  | 'poster'
  | 'captions';

/** Uploaded, and waiting for its alt text. */
export interface PendingPicture {
  readonly file: File;
  readonly item: MediaItem;
}

export class EditorPrompts {
  readonly commenting = new Commenting();
  readonly dialog = createStore<DialogName | null>(null);
  readonly pictures = createStore<readonly PendingPicture[]>([]);

  readonly openDialog = (name: DialogName): void => this.dialog.set(name);

  readonly askForAlt = (file: File, item: MediaItem): void =>
    this.pictures.set((before) => [...before, { file, item }]);

  readonly dismiss = (file: File): void =>
    this.pictures.set((before) => before.filter((one) => one.file !== file));
}
