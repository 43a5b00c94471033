/** Metadata of a media file, stored in the sidecar `<name>.meta.yaml`. */
export interface MediaMetadata {
  readonly title: string | null;
  /** Alternative text. */
  readonly alt: string | null;
  readonly caption: string | null;
  readonly credit: string | null;
  readonly tags: readonly string[];
  /** Decorative picture, which needs no `alt`. */
  readonly decorative: boolean;
  /** Centre of interest for cropping: 0 is left or top, 1 is right or bottom. */
  readonly focal_x: number | null;
  readonly focal_y: number | null;
  readonly uploaded_by: string | null;
  /** ISO time. */
  readonly uploaded_at: string | null;
}

export const emptyMetadata: MediaMetadata = {
  title: null,
  alt: null,
  caption: null,
  credit: null,
  tags: [],
  decorative: false,
  focal_x: null,
  focal_y: null,
  uploaded_by: null,
  uploaded_at: null,
};

/** True when the picture needs alt text. */
export function isAltMissing({ alt, decorative }: MediaMetadata): boolean {
  return !decorative && (alt ?? '').trim() === '';
}
