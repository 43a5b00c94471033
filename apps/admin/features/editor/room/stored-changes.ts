import { basePath } from '../../../lib/base-path.ts';
import type { OwnVersion } from '../session/room-link.ts';

/** Changes that the server may not have, for after a reload. */
export interface StoredChanges {
  readonly generation: string;
  /** The Yjs client that made them. */
  readonly client: number;
  /** Update of Yjs, in base64. */
  readonly data: string;
}

const storageKey = (username: string, path: string): string =>
  `galley.room ${basePath} ${username} ${path}`;

const ownVersionKey = (username: string, path: string): string =>
  `galley.room-version ${basePath} ${username} ${path}`;

export function findOwnVersion(username: string, path: string): OwnVersion | null {
  try {
    const kept = localStorage.getItem(ownVersionKey(username, path));
    return kept === null ? null : (JSON.parse(kept) as OwnVersion);
  } catch {
    return null;
  }
}

export function storeOwnVersion(username: string, path: string, version: OwnVersion | null): void {
  try {
    const key = ownVersionKey(username, path);
    if (version) localStorage.setItem(key, JSON.stringify(version));
    else localStorage.removeItem(key);
  } catch {
    // Without storage, the version lives as long as the page.
  }
}

export function findStoredChanges(username: string, path: string): StoredChanges | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey(username, path)) ?? 'null') as unknown;
    const { generation, client, data } = (kept ?? {}) as Partial<StoredChanges>;
    const isWhole =
      typeof generation === 'string' && Number.isInteger(client) && typeof data === 'string';
    return isWhole ? (kept as StoredChanges) : undefined;
  } catch {
    // Storage is disabled, or the value is not valid JSON.
    return undefined;
  }
}

/** Undefined removes them. The copy of the text remains if there is no room for them. */
export function storeChanges(
  username: string,
  path: string,
  changes: StoredChanges | undefined,
): void {
  try {
    if (changes) localStorage.setItem(storageKey(username, path), JSON.stringify(changes));
    else localStorage.removeItem(storageKey(username, path));
  } catch {
    // Without storage, changes live as long as the page.
  }
}
