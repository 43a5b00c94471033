import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Snapshot } from '../snapshot.ts';
import type { PatchToCheck } from './proposal-checks.ts';

export const maxTreeFiles = 20_000;
export const maxTreeBytes = 512 * 1_048_576;

export class TreeTooLarge extends Error {}

/** Plain files only: links could lead out of the folder. @throws `TreeTooLarge` */
export async function writePatchedTree(
  { base, files }: PatchToCheck,
  target: string,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  const writer = new TreeWriter(base, signal);
  await writer.writeFolder(base.tree, target);
  for (const { path, after } of files)
    if (after === null) await rm(join(target, path), { force: true });
  for (const { path, after } of files) {
    if (after === null) continue;
    await mkdir(dirname(join(target, path)), { recursive: true });
    // Deletions may have left an empty folder there.
    await rm(join(target, path), { force: true, recursive: true });
    await writer.writeFile(join(target, path), after);
  }
}

class TreeWriter {
  readonly #base: Snapshot;
  readonly #signal: AbortSignal;
  #files = 0;
  #bytes = 0;

  constructor(base: Snapshot, signal: AbortSignal) {
    this.#base = base;
    this.#signal = signal;
  }

  async writeFolder(oid: string, folder: string): Promise<void> {
    for (const [name, entry] of await this.#base.entries(oid)) {
      this.#signal.throwIfAborted();
      if (!isPlainName(name)) continue;
      const path = join(folder, name);
      if (entry.type === 'tree') {
        await mkdir(path);
        await this.writeFolder(entry.oid, path);
      } else if (entry.type === 'blob' && /^100(?:644|755)$/.test(entry.mode))
        await this.writeFile(path, { bytes: await this.#base.bytes(entry), mode: entry.mode });
    }
  }

  async writeFile(
    path: string,
    { bytes, mode }: { readonly bytes: Buffer; readonly mode: string },
  ): Promise<void> {
    this.#files += 1;
    this.#bytes += bytes.length;
    if (this.#files > maxTreeFiles || this.#bytes > maxTreeBytes)
      throw new TreeTooLarge(
        `The repository has more than ${maxTreeFiles} files or ${maxTreeBytes / 1_048_576} MiB, so commands cannot check it.`,
      );
    await writeFile(path, bytes, { flag: 'wx' });
    await chmod(path, mode === '100755' ? 0o755 : 0o644);
  }
}

/** Omits names that git would not check out, or that lead elsewhere. */
function isPlainName(name: string): boolean {
  return !/[/\\\0]/.test(name) && !/^(\.{0,2}|\.git)$/i.test(name);
}
