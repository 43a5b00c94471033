import { createHash } from 'node:crypto';

export type ObjectType = 'commit' | 'tree' | 'blob' | 'tag';

/** What a repository keeps under the SHA-1 of its type, size and bytes. */
export interface GitObject {
  readonly type: ObjectType;
  readonly content: Buffer;
}

/** What stands before the bytes of an object, in its hash and in its file. */
export function objectHeader(type: ObjectType, size: number): Buffer {
  return Buffer.from(`${type} ${size}\0`);
}

/** The name of an object: git's SHA-1, 40 hexadecimal digits. */
export function objectHash(header: Uint8Array, content: Uint8Array): string {
  return createHash('sha1').update(header).update(content).digest('hex');
}

export const fileMode = 0o100644;
export const executableMode = 0o100755;
export const linkMode = 0o120000;
export const folderMode = 0o40000;
/** Another repository within this one: git keeps the hash of its commit, and none of its files. */
export const submoduleMode = 0o160000;

/** One line of a folder. Names are bytes, a character each (latin1), since git knows no encoding. */
export interface TreeEntry {
  readonly name: string;
  readonly mode: number;
  readonly hash: string;
}

export function parseTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(0x20, at);
    const end = content.indexOf(0, space);
    entries.push({
      mode: parseInt(content.toString('latin1', at, space), 8),
      name: content.toString('latin1', space + 1, end),
      hash: content.toString('hex', end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}

export function serializeTree(entries: readonly TreeEntry[]): Buffer {
  // Git sorts by bytes, and a folder as though a slash ended its name.
  const key = ({ name, mode }: TreeEntry): string => (mode === folderMode ? `${name}/` : name);
  const sorted = entries.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  return Buffer.concat(
    sorted.flatMap(({ name, mode, hash }) => [
      Buffer.from(`${mode.toString(8)} ${name}\0`, 'latin1'),
      Buffer.from(hash, 'hex'),
    ]),
  );
}
