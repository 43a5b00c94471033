/** What people say of a file of the media library, in the sidecar `<name>.meta.yaml` beside it. */
export interface MediaMetadata {
  readonly title: string | null;
  /** What a picture shows, for those who do not see it. */
  readonly alt: string | null;
  readonly caption: string | null;
  readonly credit: string | null;
  readonly tags: readonly string[];
  /** A picture that says nothing, and needs no `alt`. */
  readonly decorative: boolean;
  /** What must stay in sight when a picture is cropped: 0 is the left or upper edge, 1 the right or lower one. */
  readonly focal_x: number | null;
  readonly focal_y: number | null;
  readonly uploaded_by: string | null;
  /** ISO time. */
  readonly uploaded_at: string | null;
}

/** As it is without a sidecar. */
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

/** Whether a picture with this metadata still needs words for those who do not see it. */
export function isAltMissing({ alt, decorative }: MediaMetadata): boolean {
  return !decorative && (alt ?? '').trim() === '';
}
