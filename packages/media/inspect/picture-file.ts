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

/** Limit decoding: one picture row by row and one as a whole at a time; none over the memory limit. */
const rowQueue = new WorkQueue({ running: 1, waiting: 1000 });
const wholeQueue = new WorkQueue({ running: 1, waiting: 1000 });
const maxDecoderBytes = 200 * 1024 * 1024;
const maxSeconds = 20;

/** Pictures with too many pixels are never decoded. @throws `invalid_media` */
export async function inspectPicture(
  file: string,
  bytes: FileBytes,
  kind: MediaKind,
): Promise<Partial<Inspected>> {
  requirePictureLength(bytes.size, kind.label);
  await checkPictureEnd(bytes, kind.type);
  const header = await readHeader(file, kind);
  requirePixelLimits(header, kind);
  const decoderBytes = estimateDecoderBytes(header);
  if (decoderBytes <= maxDecoderBytes) {
    await (decoderBytes === 0 ? rowQueue : wholeQueue).run(() => decode(file, header, kind));
  }
  const { width, height } = header.autoOrient;
  return { width, height, exif: describeExif(header.exif) };
}

function requirePixelLimits(
  { width, height, pages: frames = 1 }: Metadata,
  { label }: MediaKind,
): void {
  if (frames > maxFrames) throw tooManyFrames(label);
  if (width * height * frames <= maxPixels) return;
  const description = `it has ${width} × ${height} pixels, and a picture`;
  throw tooManyPixels(label, frames > 1 ? 'all its pictures together' : description);
}

async function readHeader(file: string, kind: MediaKind): Promise<Metadata> {
  const picture = await openPicture(file, { limitInputPixels: false, failOn: 'none' });
  const header = await picture.metadata().catch(() => undefined);
  const type = header?.compression === 'av1' ? 'image/avif' : `image/${header?.format}`;
  if (header === undefined || type !== kind.type || !(header.autoOrient.width > 0)) {
    throw damaged(kind.label, 'its head is not sound');
  }
  return header;
}

/** Some cameras and programs cause these in every picture, without visible effect. */
const harmlessWarning = /extraneous bytes|SOS parameters|iCCP|ICC profile|Exif/i;

async function decode(file: string, header: Metadata, { label }: MediaKind): Promise<void> {
  const pages = (header.pages ?? 1) > 1 ? -1 : 1;
  try {
    await decodeAll(file, pages, 'warning').catch((error: unknown) => {
      if (!(error instanceof Error && harmlessWarning.test(error.message))) throw error;
      return decodeAll(file, pages, 'error');
    });
  } catch {
    throw damaged(label, 'its content is broken or not all there');
  }
}

/** Shrinking on load saves most of the work for a JPEG but still reads all data. */
async function decodeAll(file: string, pages: number, failOn: 'warning' | 'error'): Promise<void> {
  const options = { limitInputPixels: maxPixels, failOn, sequentialRead: true, pages };
  const picture = await openPicture(file, options);
  await picture
    .resize(8, 8, { fit: 'fill', kernel: 'nearest' })
    .timeout({ seconds: maxSeconds })
    .raw()
    .toBuffer();
}

/** Measured, in bytes; close to zero for baseline JPEG and PNG. */
function estimateDecoderBytes({ format, isProgressive, width, height }: Metadata): number {
  const comesInRows = (format === 'jpeg' || format === 'png') && isProgressive !== true;
  if (comesInRows) return 0;
  const isAvif = format !== 'jpeg' && format !== 'png' && format !== 'webp' && format !== 'gif';
  return width * height * (isAvif ? 18 : 4);
}
