import { inspectFile } from './inspect/inspect-file.ts';
import { openPicture } from './open-picture.ts';
import { maxPixels } from './picture.ts';
import { mediaProblems } from './problems.ts';
import { WorkQueue } from './work-queue.ts';

/** Pixels; twice the largest size that pages show it at, for dense screens. */
const side = 256;

/** Decoding a picture as a whole takes much memory. */
const queue = new WorkQueue({ running: 1, waiting: 1000 });

/**
 * A square WebP without metadata, cut from the middle.
 *
 * @throws `unsupported_media_type` for other files than JPEG, PNG, WebP, AVIF and GIF; `invalid_media`
 */
export async function encodeProfilePicture(file: string, name: string): Promise<Buffer> {
  const { type, width, height } = await inspectFile(file, name);
  if (width === null || height === null || type === 'image/svg+xml')
    throw mediaProblems.unsupported_media_type(
      'A profile picture must be a JPEG, PNG, WebP, AVIF or GIF file.',
    );
  if (width * height > maxPixels)
    throw mediaProblems.invalid_media(
      `The picture has ${width} × ${height} pixels; a profile picture has at most ${maxPixels / 1_000_000} million.`,
    );
  return queue.run(async () => {
    const picture = await openPicture(file, { failOn: 'none', sequentialRead: true });
    return picture
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  });
}
