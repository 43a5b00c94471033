/** Result of inspecting a file. */
export interface Inspected {
  readonly type: string;
  /** Pixels after rotation; null for files without dimensions. */
  readonly width: number | null;
  readonly height: number | null;
  /** EXIF data without location; null when missing or unreadable. */
  readonly exif: Record<string, unknown> | null;
}
