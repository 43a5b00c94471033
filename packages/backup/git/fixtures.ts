import fs from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import git from 'isomorphic-git';
import type { Database } from '@galley/database';
import { ManualClock, temporaryDirectory } from '@galley/testing';
import type { Author } from './git-log.ts';
import { GitSnapshots, type Snapshot } from './git-snapshots.ts';
import type { GitRemote } from './push-branch.ts';

export const ada: Author = { name: 'Ada Lovelace', email: 'ada@example.org' };

export class SnapshotTree implements AsyncDisposable {
  readonly root: string;
  readonly project: string;
  readonly clock = new ManualClock();
  readonly snapshots: GitSnapshots;
  readonly #db: Database;
  readonly #remove: () => Promise<void>;

  private constructor(db: Database, project: string, remove: () => Promise<void>) {
    this.project = project;
    this.root = join(project, 'content');
    this.#db = db;
    this.snapshots = this.snapshotsTo(undefined);
    this.#remove = remove;
  }

  static async make(
    db: Database,
    files: Readonly<Record<string, string | Uint8Array>> = {},
  ): Promise<SnapshotTree> {
    const folder = await temporaryDirectory();
    const tree = new SnapshotTree(db, folder.path, async () => {
      await folder[Symbol.asyncDispose]();
    });
    await mkdir(tree.root);
    for (const [path, content] of Object.entries(files)) await tree.write(path, content);
    return tree;
  }

  snapshotsTo(remote: GitRemote | undefined): GitSnapshots {
    return new GitSnapshots({ db: this.#db, root: this.root, clock: this.clock, remote });
  }

  get #place() {
    return { fs, dir: this.root };
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    await mkdir(dirname(join(this.root, path)), { recursive: true });
    await writeFile(join(this.root, path), content);
  }

  async move(path: string, to: string): Promise<void> {
    await mkdir(dirname(join(this.root, to)), { recursive: true });
    await rename(join(this.root, path), join(this.root, to));
  }

  remove(path: string): Promise<void> {
    return rm(join(this.root, path), { recursive: true, force: true });
  }

  take(message = 'A snapshot'): Promise<Snapshot> {
    return this.snapshots.take(message, ada);
  }

  async initialise(branch: string, stage: readonly string[] = []): Promise<string> {
    await git.init({ ...this.#place, defaultBranch: branch });
    await git.setConfig({ ...this.#place, path: 'core.filemode', value: true });
    await this.stage(...stage);
    return git.commit({
      ...this.#place,
      message: 'By hand',
      author: { name: 'Bo', email: 'bo@x' },
    });
  }

  async stage(...paths: readonly string[]): Promise<void> {
    for (const filepath of paths) await git.add({ ...this.#place, filepath });
  }

  configure(path: string, value: string | boolean): Promise<void> {
    return git.setConfig({ ...this.#place, path, value });
  }

  async committed(ref = 'HEAD'): Promise<Record<string, string>> {
    const files: Record<string, string> = {};
    const commit = await git.resolveRef({ ...this.#place, ref });
    for (const path of await git.listFiles({ ...this.#place, ref })) {
      const { blob } = await git.readBlob({ ...this.#place, oid: commit, filepath: path });
      files[path] = Buffer.from(blob).toString('latin1');
    }
    return files;
  }

  async history(ref = 'HEAD'): Promise<string[]> {
    return (await git.log({ ...this.#place, ref })).map(({ oid }) => oid);
  }

  async commit(ref = 'HEAD') {
    const oid = await git.resolveRef({ ...this.#place, ref });
    return (await git.readCommit({ ...this.#place, oid })).commit;
  }

  branch() {
    return git.currentBranch(this.#place);
  }

  async status(): Promise<string[]> {
    const rows = await git.statusMatrix(this.#place);
    return rows.filter(([, ...states]) => states.some((one) => one !== 1)).map(([path]) => path);
  }

  async staged(path: string): Promise<string | undefined> {
    let found: string | undefined;
    await git.walk({
      ...this.#place,
      trees: [git.STAGE()],
      map: async (filepath, [entry]) => {
        if (filepath === path) found = await entry?.oid();
      },
    });
    if (found === undefined) return undefined;
    return Buffer.from((await git.readBlob({ ...this.#place, oid: found })).blob).toString();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#remove();
  }
}
