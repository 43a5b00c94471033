import type { Readable } from 'node:stream';

/** Bytes that were taken in and have no name yet. Whoever staged them puts them somewhere, or discards them. */
export interface StagedFile {
  /** Where they are on this machine, for whoever has to look into them. */
  readonly file: string;
  readonly size: number;
  /** Of the bytes, 64 hexadecimal digits. */
  readonly sha256: string;
}

export interface MediaStat {
  readonly size: number;
  readonly modifiedAt: Date;
  /** Another one after any change of the file that a look can tell. */
  readonly stamp: string;
}

export interface ListedFile extends MediaStat {
  readonly path: string;
}

/** First and last byte, from 0, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the files of the media library are, by paths such as `media/2026/press.jpg` and `.trash/media/…`. Every other
 * path is refused as `invalid_path`. What is there is whole: a file appears under its name with all its bytes, and what
 * resolves survives a loss of power. Throws `storage_failed` when it is the storage that fails.
 */
export interface MediaStore {
  /** Takes bytes in as they come, in constant memory. Nothing of a stream is left that breaks off. */
  stage(source: Readable): Promise<StagedFile>;
  discard(staged: StagedFile): Promise<void>;
  /**
   * Gives staged bytes a name that nobody has, in no spelling: `path`, or else `name-2.ext`, `name-3.ext` and so on.
   * Returns the path that it got.
   */
  put(staged: StagedFile, path: string): Promise<string>;
  /** Puts staged bytes at this very path, in the place of whatever is there, in one step. */
  replace(staged: StagedFile, path: string): Promise<void>;
  /** The bytes as a stream, all of them or a part; `not_found` when there is no file. */
  read(path: string, range?: ByteRange): Promise<Readable>;
  /** Hands `work` the bytes as a file of this machine; `not_found` when there are none. */
  withFile<T>(path: string, work: (file: string) => Promise<T>): Promise<T>;
  /** Undefined when there is no file. */
  stat(path: string): Promise<MediaStat | undefined>;
  /** Whether nobody has a path, in no spelling of its name. */
  isFree(path: string): Promise<boolean>;
  /** All files below a folder; hidden ones are left out. */
  list(folder: 'media' | '.trash/media'): AsyncIterable<ListedFile>;
  /** Removes a file; nothing happens when there is none. */
  delete(path: string): Promise<void>;
  /**
   * Gives a file another path. `already_exists` when that is taken, `not_found` when there is no file. Broken off and
   * done again, it comes to its end.
   */
  move(path: string, to: string): Promise<void>;
  /** Removes what others staged and left behind when they were killed. The number of files removed. */
  removeLeftOvers(now: Date): Promise<number>;
}
