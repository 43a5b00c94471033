import type { MediaMetadata } from './metadata/media-metadata.ts';
import type { Picture } from './picture.ts';

/** Kinds by which lists can be filtered. */
export const mediaKinds = ['image', 'video', 'audio', 'document'] as const;

export type MediaKind = (typeof mediaKinds)[number];

/** Editable metadata of a file. */
export type DescribedMedia = Omit<MediaMetadata, 'uploaded_by' | 'uploaded_at'>;

/** Facts read from a file and its sidecar. */
export interface MediaFacts {
  readonly size: number;
  /** Size and modification time when read. */
  readonly stamp: string;
  /** Stamp of the sidecar; empty without one. */
  readonly sidecarStamp: string;
  readonly sha256: string;
  readonly type: string;
  /** Displayed size in pixels; null without dimensions. */
  readonly width: number | null;
  readonly height: number | null;
  /** Source of variants; null without variants. */
  readonly picture: Picture | null;
  /** EXIF data without location. */
  readonly exif: Readonly<Record<string, unknown>> | null;
  readonly metadata: DescribedMedia;
  /** SHA-256 of the sidecar's text; empty without one. */
  readonly metadataRevision: string;
  readonly isAltMissing: boolean;
  /** Origin from the sidecar, if present. */
  readonly origin: MediaOrigin | null;
  /** Reason why the file or its sidecar is invalid; null when valid. */
  readonly problem: string | null;
}

/** `pending`: a change awaits approval, and the previous version is public. */
export type MediaState = 'public' | 'pending';

/** Uploader and time of upload. */
export interface MediaOrigin {
  /** User name; `external` for files added outside Galley. */
  readonly uploadedBy: string;
  readonly uploadedAt: Date;
}

/** Indexed file of the media library. */
export interface MediaRecord extends Omit<MediaFacts, 'origin'>, MediaOrigin {
  /** Example: `media/2026/press.jpg`. */
  readonly path: string;
  readonly name: string;
  readonly folder: string;
  readonly kind: MediaKind;
  readonly state: MediaState;
}

/** Uploader of files added outside Galley. */
export const externalUploader = 'external';

export function toMediaKind(type: string): MediaKind {
  const main = type.split('/', 1)[0]!;
  return mediaKinds.find((kind) => kind === main) ?? 'document';
}
