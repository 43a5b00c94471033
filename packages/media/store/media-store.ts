import type { Readable } from 'node:stream';

/** The caller must put or discard it. */
export interface StagedFile {
  readonly file: string;
  readonly size: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

export interface MediaStat {
  readonly size: number;
  readonly modifiedAt: Date;
  /** Changes with size or time of the file. */
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
 * Storage by paths such as `media/2026/press.jpg` and `.trash/media/…`; others are refused as `invalid_path`. Files
 * appear complete and survive a power failure. Throws `storage_failed` for storage errors.
 */
export interface MediaStore {
  /** Constant memory. An interrupted stream leaves nothing. */
  stage(source: Readable): Promise<StagedFile>;
  discard(staged: StagedFile): Promise<void>;
  /** Uses `path`, else `name-2.ext` and so on. Returns the path used. */
  put(staged: StagedFile, path: string): Promise<string>;
  replace(staged: StagedFile, path: string): Promise<void>;
  /** Throws `not_found`. */
  read(path: string, range?: ByteRange): Promise<Readable>;
  /** Throws `not_found`. */
  withFile<T>(path: string, work: (file: string) => Promise<T>): Promise<T>;
  stat(path: string): Promise<MediaStat | undefined>;
  /** False when the name is taken in another spelling. */
  isFree(path: string): Promise<boolean>;
  /** Visible files, with subfolders. */
  list(folder: 'media' | '.trash/media'): AsyncIterable<ListedFile>;
  delete(path: string): Promise<void>;
  /** Throws `already_exists` or `not_found`. Can be repeated when interrupted. */
  move(path: string, to: string): Promise<void>;
  /** Deletes files of killed processes; returns their number. */
  removeAbandoned(now: Date): Promise<number>;
}
