import type { Readable } from 'node:stream';

/** Received bytes without a name. The caller must put or discard them. */
export interface StagedFile {
  /** Local path for inspection. */
  readonly file: string;
  readonly size: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

export interface MediaStat {
  readonly size: number;
  readonly modifiedAt: Date;
  /** Changes whenever size or time of the file change. */
  readonly stamp: string;
}

export interface ListedFile extends MediaStat {
  readonly path: string;
}

/** Offsets of the first and last byte, inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Storage of media files by paths such as `media/2026/press.jpg` and `.trash/media/…`; other paths
 * are refused as `invalid_path`. Files appear complete, and finished operations survive a power
 * failure. Throws `storage_failed` for storage errors.
 */
export interface MediaStore {
  /** Stores bytes in constant memory. An interrupted stream leaves nothing. */
  stage(source: Readable): Promise<StagedFile>;
  discard(staged: StagedFile): Promise<void>;
  /** Moves staged bytes to an unused name: `path`, else `name-2.ext`, `name-3.ext` and so on. Returns the path used. */
  put(staged: StagedFile, path: string): Promise<string>;
  /** Moves staged bytes to this path, atomically replacing an existing file. */
  replace(staged: StagedFile, path: string): Promise<void>;
  /** Streams a file or a range; throws `not_found`. */
  read(path: string, range?: ByteRange): Promise<Readable>;
  /** Runs `work` with a local copy or path of the file; throws `not_found`. */
  withFile<T>(path: string, work: (file: string) => Promise<T>): Promise<T>;
  stat(path: string): Promise<MediaStat | undefined>;
  /** True when no file has this name in any spelling. */
  isFree(path: string): Promise<boolean>;
  /** All visible files below a folder. */
  list(folder: 'media' | '.trash/media'): AsyncIterable<ListedFile>;
  /** Deletes a file if it exists. */
  delete(path: string): Promise<void>;
  /** Moves a file. Throws `already_exists` or `not_found`. An interrupted move can be repeated. */
  move(path: string, to: string): Promise<void>;
  /** Deletes staged files of killed processes; returns their number. */
  removeAbandoned(now: Date): Promise<number>;
}
