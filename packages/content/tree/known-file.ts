import { sha256 } from '@galley/kernel';
import type { FileStamp, TreeFile } from './content-tree.ts';

/** Bytes that the tree is known to hold. */
export interface KnownFile {
  readonly hash: string;
  /** Null when the file has to be read again to know. */
  readonly stamp: FileStamp | null;
}

/** A file whose time is this close to the clock may change again without its time changing. */
const racyMilliseconds = 2_000;

/** What the index may believe of a file that was just read. */
export function knownFile(file: TreeFile, now: Date): KnownFile {
  return { hash: fileHash(file), stamp: trustedStamp(file, now) };
}

/** Of a file that was too large to read, size and time have to do. */
export function fileHash({ bytes, size, mtimeMs }: TreeFile): string {
  return bytes ? sha256(bytes) : `unread:${size}:${mtimeMs}`;
}

/** The size in bytes of a file that was too large to read, from its hash. */
export function unreadSize(hash: string | null): number | undefined {
  const size = hash?.match(/^unread:(\d+):/)?.[1];
  return size === undefined ? undefined : Number(size);
}

/** A stamp so young that an edit in the same tick would not show is not kept. */
export function trustedStamp({ size, mtimeMs }: FileStamp, now: Date): FileStamp | null {
  return now.getTime() - mtimeMs > racyMilliseconds ? { size, mtimeMs } : null;
}

export function sameStamp(
  a: FileStamp | null | undefined,
  b: FileStamp | null | undefined,
): boolean {
  return a != null && b != null && a.size === b.size && a.mtimeMs === b.mtimeMs;
}
