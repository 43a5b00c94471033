import exifReader, { type Exif } from 'exif-reader';
import { openPicture } from '../open-picture.ts';
import { isPlausibleExif } from './exif-block.ts';

/** The limit of a JPEG segment. */
const maxBlock = 64 * 1024;
const maxText = 200;
const maxDescription = 2000;
const dateOf1900 = Date.UTC(1900);

type Tags = Readonly<Record<string, unknown>>;

/**
 * Plain values: `make model lens exposure_time` (seconds) `aperture` (f-number) `iso focal_length` (millimetres)
 * `taken_at orientation software copyright artist description`, and with `location` also `latitude longitude` (degrees)
 * `altitude` (metres). Null without any readable value.
 */
export async function readExif(
  file: string,
  { location = false }: { readonly location?: boolean } = {},
): Promise<Record<string, unknown> | null> {
  const picture = await openPicture(file, { limitInputPixels: false, failOn: 'none' });
  try {
    const { exif } = await picture.metadata();
    return describeExif(exif, { location });
  } catch {
    return null;
  }
}

/** Never throws. */
export function describeExif(
  block: Buffer | undefined,
  { location = false }: { readonly location?: boolean } = {},
): Record<string, unknown> | null {
  const found = block && parse(block);
  if (!found) return null;
  const values = { ...describe(found), ...(location && readLocation(found.GPSInfo ?? {})) };
  const present = Object.entries(values).filter(([, value]) => value !== undefined);
  return present.length === 0 ? null : Object.fromEntries(present);
}

function parse(block: Buffer): Exif | undefined {
  try {
    return block.length <= maxBlock && isPlausibleExif(block) ? exifReader(block) : undefined;
  } catch {
    return undefined;
  }
}

function describe({ Image, Photo }: Exif): Tags {
  const image: Tags = Image ?? {};
  const photo: Tags = Photo ?? {};
  return {
    make: text(image.Make),
    model: text(image.Model),
    lens: text(photo.LensModel),
    exposure_time: toPositive(photo.ExposureTime),
    aperture: toPositive(photo.FNumber),
    iso: toPositive(photo.ISOSpeedRatings) ?? toPositive(photo.PhotographicSensitivity),
    focal_length: toPositive(photo.FocalLength),
    taken_at: toIsoTime(photo.DateTimeOriginal ?? image.DateTime, photo.OffsetTimeOriginal),
    orientation: orientation(image.Orientation),
    software: text(image.Software),
    copyright: text(image.Copyright),
    artist: text(image.Artist),
    description: text(image.ImageDescription, maxDescription),
  };
}

/** In practice UTF-8 or Latin-1, padded with spaces or cut by a NUL. */
function text(value: unknown, max = maxText): string | undefined {
  const raw = Buffer.isBuffer(value) ? decodeText(value) : value;
  if (typeof raw !== 'string') return undefined;
  const [first = ''] = raw.split('\0', 1);
  const clean = first.replace(/[\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim();
  return clean === ''
    ? undefined
    : Array.from(clean.slice(0, 2 * max))
        .slice(0, max)
        .join('');
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

function number(value: unknown): number | undefined {
  const single: unknown = Array.isArray(value) ? value[0] : value;
  return typeof single === 'number' && Number.isFinite(single) ? single : undefined;
}

function toPositive(value: unknown): number | undefined {
  const found = number(value);
  // 0.004 instead of 0.0040000000000000001.
  return found !== undefined && found > 0 ? Number(found.toPrecision(6)) : undefined;
}

function orientation(value: unknown): number | undefined {
  const found = number(value);
  return found !== undefined && Number.isInteger(found) && found >= 1 && found <= 8
    ? found
    : undefined;
}

/** Local time, with zone if given. A camera without a set clock writes zeros. */
function toIsoTime(value: unknown, offset: unknown): string | undefined {
  if (!(value instanceof Date) || !(value.getTime() >= dateOf1900)) return undefined;
  const zone = typeof offset === 'string' && /^[+-]\d\d:\d\d$/.test(offset) ? offset : '';
  return value.toISOString().slice(0, 19) + zone;
}

function readLocation(tags: Tags): Tags {
  const latitude = degrees(tags.GPSLatitude, tags.GPSLatitudeRef === 'S', 90);
  const longitude = degrees(tags.GPSLongitude, tags.GPSLongitudeRef === 'W', 180);
  if (latitude === undefined || longitude === undefined) return {};
  const height = number(tags.GPSAltitude);
  const sign = number(tags.GPSAltitudeRef) === 1 ? -1 : 1;
  return { latitude, longitude, altitude: height && roundTo(sign * height, 1) };
}

function degrees(value: unknown, isNegative: boolean, max: number): number | undefined {
  if (!Array.isArray(value)) return undefined;
  const [whole, minutes = 0, seconds = 0] = value.map(number);
  if (whole === undefined) return undefined;
  const found = whole + minutes / 60 + seconds / 3600;
  if (!(found >= 0 && found <= max)) return undefined;
  return roundTo(isNegative ? -found : found, 6);
}

const roundTo = (value: number, digits: number) => Number(value.toFixed(digits)) + 0;
