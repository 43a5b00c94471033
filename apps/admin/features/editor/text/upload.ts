import type { MediaItem } from '@galley/sdk';
import { galley } from '../../../lib/galley.ts';
import { refreshMedia } from '../../media/media-queries.ts';

/** Brings a picture into the library. */
export async function upload(file: File): Promise<MediaItem> {
  const item = await galley.media.upload({ file });
  void refreshMedia();
  return item;
}
