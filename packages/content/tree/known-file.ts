import { sha256 } from '@galley/kernel';
import type { FileStamp, TreeFile } from './content-tree.ts';
import { racyWindowMs } from './recent-files.ts';

export interface KnownFile {
  readonly hash: string;
  /** Null when the file has to be read again to detect a change. */
  readonly stamp: FileStamp | null;
}

export function knownFile(file: TreeFile, now: Date): KnownFile {
  return { hash: fileHash(file), stamp: trustedStamp(file, now) };
}

/** Files too large to read are identified by size and time. */
export function fileHash({ bytes, size, mtimeMs }: TreeFile): string {
  return bytes ? sha256(bytes) : `unread:${size}:${mtimeMs}`;
}

export function unreadSize(hash: string | null): number | undefined {
  const size = hash?.match(/^unread:(\d+):/)?.[1];
  return size === undefined ? undefined : Number(size);
}

/** In the same tick, an edit would go unnoticed. */
export function trustedStamp({ size, mtimeMs }: FileStamp, now: Date): FileStamp | null {
  return now.getTime() - mtimeMs > racyWindowMs ? { size, mtimeMs } : null;
}

export function sameStamp(
  a: FileStamp | null | undefined,
  b: FileStamp | null | undefined,
): boolean {
  return a != null && b != null && a.size === b.size && a.mtimeMs === b.mtimeMs;
}
