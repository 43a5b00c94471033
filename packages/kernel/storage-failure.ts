export type StorageCause =
  'disk_full' | 'read_only' | 'not_permitted' | 'too_many_files' | 'in_the_way' | 'disk_error';

/** Without the path. */
export interface StorageFailure {
  readonly cause: StorageCause;
  readonly code: string;
  /** Ends a sentence: `the disk is full`. */
  readonly why: string;
}

const causes: Readonly<Record<string, readonly [StorageCause, string]>> = {
  ENOSPC: ['disk_full', 'the disk is full'],
  EDQUOT: ['disk_full', 'the disk quota is used up'],
  EFBIG: ['disk_full', 'the file is larger than the system allows'],
  EROFS: ['read_only', 'the file system is read-only'],
  EACCES: ['not_permitted', 'Galley has no permission'],
  EPERM: ['not_permitted', 'Galley has no permission'],
  EMFILE: ['too_many_files', 'too many files are open'],
  ENFILE: ['too_many_files', 'too many files are open'],
  ENOTDIR: ['in_the_way', 'something else is in the place of a folder'],
  EISDIR: ['in_the_way', 'a folder is in the place of a file'],
  EEXIST: ['in_the_way', 'something else is in the place of a folder'],
  ENOTEMPTY: ['in_the_way', 'a folder is in the place of a file'],
};

/** `undefined` for any other error. */
export function storageFailureOf(error: unknown): StorageFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return undefined;
  if (networkCalls.has(syscall)) return undefined;
  const [cause, why] = causes[code] ?? ['disk_error', `the file system reports ${code}`];
  return { cause, code, why };
}

/** Their errors have a `syscall` too. `read` and `write` differ by their codes. */
const networkCalls: ReadonlySet<string> = new Set(['connect', 'getaddrinfo', 'listen', 'bind']);
