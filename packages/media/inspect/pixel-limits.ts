import type { DomainError } from '@galley/kernel';
import { invalidMedia } from './refusals.ts';

/** Of a picture, or of all pictures of an animation together: a square of 16,383 pixels, as sharp has it too. */
export const maxPixels = 16_383 ** 2;

/** Of an animation: some minutes of film. */
export const maxFrames = 10_000;

/** Of a file: more than any picture has that may be taken. */
const maxPictureBytes = 256 * 1024 * 1024;

export function tooManyFrames(label: string): DomainError {
  return invalidMedia(
    `This is ${label} of more than ${maxFrames} pictures.`,
    'Upload it as a video, such as MP4 or WebM.',
  );
}

/** Refuses a file that is too long to be a picture, before anything is asked to read it. */
export function requirePictureLength(bytes: number, label: string): void {
  if (bytes <= maxPictureBytes) return;
  throw invalidMedia(
    `This is ${label} of ${bytes} bytes; at most ${maxPictureBytes} are taken.`,
    'Make it smaller, or upload it in a ZIP archive.',
  );
}

export function tooManyPixels(label: string, what: string): DomainError {
  return invalidMedia(
    `This is ${label} that is too large: ${what} may have at most ${millions(maxPixels)} million pixels.`,
    'Make it smaller.',
  );
}

const millions = (pixels: number) => Math.floor(pixels / 1_000_000);
