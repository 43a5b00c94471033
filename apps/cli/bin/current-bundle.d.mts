export interface BundleRecord {
  /** Folder of the program. */
  readonly root: string;
  /** Stamp of the build script. */
  readonly builder: string;
  /** Absolute path. */
  readonly main: string;
  /** Stamps of the sources by their paths in `root`. */
  readonly sources: Readonly<Record<string, string | null>>;
}

export const recordName: string;
export function findCurrentBundle(root: string): BundleRecord | undefined;
export function stampOf(path: string): string | null;
