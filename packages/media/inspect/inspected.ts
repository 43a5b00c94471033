/** What is known of an uploaded file after it was looked at. */
export interface Inspected {
  /** Media type such as `image/jpeg`. */
  readonly type: string;
  /** Of pictures, in pixels as they are shown (a turned photograph is measured after turning); else null. */
  readonly width: number | null;
  readonly height: number | null;
  /** What the camera wrote, without the place; null when there is nothing, or nothing that can be read. */
  readonly exif: Record<string, unknown> | null;
}
