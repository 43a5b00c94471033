import git from 'isomorphic-git';
import type { durableFileSystem } from './durable-file-system.ts';

export interface TreeEntry {
  readonly oid: string;
  readonly mode: string;
  readonly type: 'blob' | 'tree' | 'commit';
}

export interface GitObjects {
  readonly at: {
    readonly fs: typeof durableFileSystem;
    readonly gitdir: string;
    readonly cache: object;
  };
  readBlob(oid: string): Promise<Buffer>;
}

export class Snapshot {
  readonly #objects: GitObjects;
  readonly tree: string;
  readonly #folders = new Map<string, Map<string, TreeEntry>>();

  constructor(objects: GitObjects, tree: string) {
    this.#objects = objects;
    this.tree = tree;
  }

  async find(path: string): Promise<TreeEntry | null> {
    let entry: TreeEntry = { oid: this.tree, mode: '040000', type: 'tree' };
    for (const part of path.split('/')) {
      if (entry.type !== 'tree') return null;
      const inner = (await this.entries(entry.oid)).get(part);
      if (!inner) return null;
      entry = inner;
    }
    return entry;
  }

  async entries(oid: string): Promise<ReadonlyMap<string, TreeEntry>> {
    const known = this.#folders.get(oid);
    if (known) return known;
    const { tree } = await git.readTree({ ...this.#objects.at, oid });
    const entries = new Map(
      tree.map(({ path, oid, type, mode }) => [path, { oid, type, mode: mode.padStart(6, '0') }]),
    );
    this.#folders.set(oid, entries);
    return entries;
  }

  bytes({ oid }: TreeEntry): Promise<Buffer> {
    return this.#objects.readBlob(oid);
  }

  async *filesBelow(folder: string): AsyncGenerator<string> {
    const entry = await this.find(folder);
    if (entry?.type !== 'tree') return;
    for (const [name, { type }] of await this.entries(entry.oid)) {
      const path = `${folder}/${name}`;
      if (type === 'tree') yield* this.filesBelow(path);
      else yield path;
    }
  }
}
