import type { MediaMetadata } from './metadata/media-metadata.ts';
import type { Picture } from './picture.ts';

export const mediaKinds = ['image', 'video', 'audio', 'document'] as const;

export type MediaKind = (typeof mediaKinds)[number];

export type DescribedMedia = Omit<MediaMetadata, 'uploaded_by' | 'uploaded_at'>;

export interface MediaFacts {
  readonly size: number;
  /** Size and modification time. */
  readonly stamp: string;
  /** Empty without a sidecar. */
  readonly sidecarStamp: string;
  readonly sha256: string;
  readonly type: string;
  /** Displayed pixels; null without dimensions. */
  readonly width: number | null;
  readonly height: number | null;
  /** Null without variants. */
  readonly picture: Picture | null;
  /** Without location. */
  readonly exif: Readonly<Record<string, unknown>> | null;
  readonly metadata: DescribedMedia;
  /** SHA-256 of the sidecar; empty without one. */
  readonly metadataRevision: string;
  readonly isAltMissing: boolean;
  readonly origin: MediaOrigin | null;
  /** Null when valid. */
  readonly problem: string | null;
}

/** `pending`: a change awaits approval, and the previous version is public. */
export type MediaState = 'public' | 'pending';

export interface MediaOrigin {
  /** User name; `external` for files added outside Galley. */
  readonly uploadedBy: string;
  readonly uploadedAt: Date;
}

export interface MediaRecord extends Omit<MediaFacts, 'origin'>, MediaOrigin {
  /** Example: `media/2026/press.jpg`. */
  readonly path: string;
  readonly name: string;
  readonly folder: string;
  readonly kind: MediaKind;
  readonly state: MediaState;
}

/** For files added outside Galley. */
export const externalUploader = 'external';

export function toMediaKind(type: string): MediaKind {
  const main = type.split('/', 1)[0]!;
  return mediaKinds.find((kind) => kind === main) ?? 'document';
}
