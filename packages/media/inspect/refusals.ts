import type { DomainError } from '@galley/kernel';
import { mediaProblems } from '../problems.ts';
import { allowedExtensions, extensionFor, type MediaKind } from './media-kinds.ts';
import type { Content } from './sniff.ts';

const allowed = `Allowed are ${allowedExtensions.join(', ')}.`;

/** `sentence` describes the fault, `remedy` the next step. */
export function invalidMedia(sentence: string, remedy: string): DomainError {
  return mediaProblems.invalid_media(`${sentence} ${remedy}`);
}

export function truncated(label: string, why: string): DomainError {
  return invalidMedia(`This is ${label} that breaks off: ${why}.`, 'Upload a complete copy.');
}

export function damaged(label: string, why: string): DomainError {
  return invalidMedia(
    `This is ${label} that cannot be read: ${why}.`,
    'Open it in a program that can read it and save it again.',
  );
}

/** No decoder that Galley may include reads them: docs/decisions/0050. */
function isHeic(kind: string): boolean {
  return ['heic', 'heif'].includes(kind);
}

function heic(name: string): DomainError {
  return mediaProblems.unsupported_media_type(
    `${JSON.stringify(name)} is a HEIC picture, which browsers do not show. Save it as JPEG and upload that: on a Mac with Preview or Photos (Export), on Windows with Photos (Save as). On an iPhone, choose Settings, Camera, Formats, Most Compatible for new photos.`,
    // Clients translate the advice.
    { reason: 'heic', allowed: allowedExtensions },
  );
}

export function unknownExtension(name: string): DomainError {
  if (/\.hei[cf]$/i.test(name)) return heic(name);
  return mediaProblems.unsupported_media_type(
    `The ending of the name ${JSON.stringify(name)} is not supported. ${allowed}`,
    { allowed: allowedExtensions },
  );
}

export function mismatch(name: string, promised: MediaKind, content: Content): DomainError {
  if (isHeic(content.kind)) return heic(name);
  const better = extensionFor(content.kind);
  const advice =
    better === undefined
      ? `Save it as ${promised.label}, or upload another file.`
      : `Give it a name that ends in .${better}, or save it as ${promised.label}.`;
  const found = content.kind === 'empty' ? 'it has no content' : `its content is ${content.label}`;
  return mediaProblems.unsupported_media_type(
    `The name ${JSON.stringify(name)} promises ${promised.label}, but ${found}. ${advice} ${allowed}`,
    { allowed: allowedExtensions },
  );
}
