import type { MediaMetadata } from './metadata/media-metadata.ts';
import type { Picture } from './picture.ts';

/** What a list of media can be narrowed to. */
export const mediaKinds = ['image', 'video', 'audio', 'document'] as const;

export type MediaKind = (typeof mediaKinds)[number];

/** What people say of a file. */
export type DescribedMedia = Omit<MediaMetadata, 'uploaded_by' | 'uploaded_at'>;

/** What the bytes of a file, and what stands beside it, say. */
export interface MediaFacts {
  readonly size: number;
  /** Size and time of the file as it was read. */
  readonly stamp: string;
  /** The same of its sidecar; empty without one. */
  readonly sidecarStamp: string;
  /** SHA-256, 64 hexadecimal digits. */
  readonly sha256: string;
  /** Media type: `image/jpeg`. */
  readonly type: string;
  /** In pixels, as it is shown; null for what has no size. */
  readonly width: number | null;
  readonly height: number | null;
  /** What its variants are made by; null for what has none. */
  readonly picture: Picture | null;
  /** What the camera wrote, without where it was. */
  readonly exif: Readonly<Record<string, unknown>> | null;
  readonly metadata: DescribedMedia;
  /** SHA-256 of the sidecar's text; empty without one. */
  readonly metadataRevision: string;
  readonly isAltMissing: boolean;
  /** As the sidecar says; null where it does not. */
  readonly origin: MediaOrigin | null;
  /** Why the file, or its sidecar, cannot be read as what it is; null where it can. */
  readonly problem: string | null;
}

/** `pending`: a change of the file awaits approval, and the public sees the version before it. */
export type MediaState = 'public' | 'pending';

/** Who brought a file, and when. */
export interface MediaOrigin {
  /** User name; `external` for what was put into the folder by other means. */
  readonly uploadedBy: string;
  readonly uploadedAt: Date;
}

/** One file of the media library, as the index has it. */
export interface MediaRecord extends Omit<MediaFacts, 'origin'>, MediaOrigin {
  /** `media/2026/press.jpg`. */
  readonly path: string;
  readonly name: string;
  readonly folder: string;
  readonly kind: MediaKind;
  readonly state: MediaState;
}

/** Who uploads what nobody has uploaded here. */
export const externalUploader = 'external';

export function kindOf(type: string): MediaKind {
  const main = type.split('/', 1)[0]!;
  return mediaKinds.find((kind) => kind === main) ?? 'document';
}
