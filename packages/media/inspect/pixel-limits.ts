import type { DomainError } from '@galley/kernel';
import { invalidMedia } from './refusals.ts';

/** Limit for all frames together, as in sharp. */
export const maxPixels = 16_383 ** 2;

export const maxFrames = 10_000;

const maxPictureBytes = 256 * 1024 * 1024;

export function tooManyFrames(label: string): DomainError {
  return invalidMedia(
    `This is ${label} of more than ${maxFrames} pictures.`,
    'Upload it as a video, such as MP4 or WebM.',
  );
}

export function requirePictureLength(bytes: number, label: string): void {
  if (bytes <= maxPictureBytes) return;
  throw invalidMedia(
    `This is ${label} of ${bytes} bytes; at most ${maxPictureBytes} are taken.`,
    'Make it smaller, or upload it in a ZIP archive.',
  );
}

export function tooManyPixels(label: string, what: string): DomainError {
  return invalidMedia(
    `This is ${label} that is too large: ${what} may have at most ${toMillions(maxPixels)} million pixels.`,
    'Make it smaller.',
  );
}

const toMillions = (pixels: number) => Math.floor(pixels / 1_000_000);
