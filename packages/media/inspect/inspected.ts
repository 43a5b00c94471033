export interface Inspected {
  readonly type: string;
  /** Pixels after rotation; null without dimensions. */
  readonly width: number | null;
  readonly height: number | null;
  /** Without location; null when missing or unreadable. */
  readonly exif: Record<string, unknown> | null;
}
