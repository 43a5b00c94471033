/** Stored in the sidecar `<name>.meta.yaml`. */
export interface MediaMetadata {
  readonly title: string | null;
  readonly alt: string | null;
  readonly caption: string | null;
  readonly credit: string | null;
  readonly tags: readonly string[];
  /** Needs no `alt`. */
  readonly decorative: boolean;
  /** 0 is left or top, 1 is right or bottom. */
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

export function isAltMissing({ alt, decorative }: MediaMetadata): boolean {
  return !decorative && (alt ?? '').trim() === '';
}
