import type { Metadata } from 'sharp';
import { openPicture } from '../open-picture.ts';
import { WorkQueue } from '../work-queue.ts';
import { describeExif } from './exif.ts';
import type { FileBytes } from './file-bytes.ts';
import type { Inspected } from './inspected.ts';
import type { MediaKind } from './media-kinds.ts';
import { checkPictureEnd } from './picture-end.ts';
import {
  maxFrames,
  maxPixels,
  requirePictureLength,
  tooManyFrames,
  tooManyPixels,
} from './pixel-limits.ts';
import { damaged } from './refusals.ts';

/**
 * Decoding takes a processor and memory, however many upload at once: one picture is decoded that comes row by row, and
 * one that a decoder must hold as a whole. One that would take more than this is not decoded.
 */
const inRows = new WorkQueue({ running: 1, waiting: 1000 });
const asWhole = new WorkQueue({ running: 1, waiting: 1000 });
const maxBytesHeld = 200 * 1024 * 1024;
const maxSeconds = 20;

/**
 * Looks at a picture: its measures from its head, then whether it ends where it says, and last, by decoding it,
 * whether all of it is there. What claims too many pixels is never decoded.
 *
 * @throws `invalid_media`
 */
export async function inspectPicture(
  file: string,
  bytes: FileBytes,
  kind: MediaKind,
): Promise<Partial<Inspected>> {
  requirePictureLength(bytes.size, kind.label);
  await checkPictureEnd(bytes, kind.type);
  const head = await readHead(file, kind);
  refuseTooLarge(head, kind);
  const held = bytesHeld(head);
  if (held <= maxBytesHeld) {
    await (held === 0 ? inRows : asWhole).run(() => decode(file, head, kind));
  }
  const { width, height } = head.autoOrient;
  return { width, height, exif: describeExif(head.exif) };
}

function refuseTooLarge(
  { width, height, pages: frames = 1 }: Metadata,
  { label }: MediaKind,
): void {
  if (frames > maxFrames) throw tooManyFrames(label);
  if (width * height * frames <= maxPixels) return;
  const one = `it has ${width} × ${height} pixels, and a picture`;
  throw tooManyPixels(label, frames > 1 ? 'all its pictures together' : one);
}

async function readHead(file: string, kind: MediaKind): Promise<Metadata> {
  const picture = await openPicture(file, { limitInputPixels: false, failOn: 'none' });
  const head = await picture.metadata().catch(() => undefined);
  const type = head?.compression === 'av1' ? 'image/avif' : `image/${head?.format}`;
  if (head === undefined || type !== kind.type || !(head.autoOrient.width > 0)) {
    throw damaged(kind.label, 'its head is not sound');
  }
  return head;
}

/** Faults in the data that some cameras and programs write into every picture, and nobody sees. */
const harmless = /extraneous bytes|SOS parameters|iCCP|ICC profile|Exif/i;

async function decode(file: string, head: Metadata, { label }: MediaKind): Promise<void> {
  const pages = (head.pages ?? 1) > 1 ? -1 : 1;
  try {
    await readAll(file, pages, 'warning').catch((error: unknown) => {
      if (!(error instanceof Error && harmless.test(error.message))) throw error;
      return readAll(file, pages, 'error');
    });
  } catch {
    throw damaged(label, 'its content is broken or not all there');
  }
}

/**
 * Reads all of the picture and keeps next to nothing: it is made tiny on the way, which for a JPEG spares most of the
 * work, but not the reading of its data.
 */
async function readAll(file: string, pages: number, failOn: 'warning' | 'error'): Promise<void> {
  const options = { limitInputPixels: maxPixels, failOn, sequentialRead: true, pages };
  const picture = await openPicture(file, options);
  await picture
    .resize(8, 8, { fit: 'fill', kernel: 'nearest' })
    .timeout({ seconds: maxSeconds })
    .raw()
    .toBuffer();
}

/** What a decoder keeps of a picture at once, as measured: of a usual JPEG or PNG next to nothing. */
function bytesHeld({ format, isProgressive, width, height }: Metadata): number {
  const comesInRows = (format === 'jpeg' || format === 'png') && isProgressive !== true;
  if (comesInRows) return 0;
  const isAvif = format !== 'jpeg' && format !== 'png' && format !== 'webp' && format !== 'gif';
  return width * height * (isAvif ? 18 : 4);
}
