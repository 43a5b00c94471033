import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ArchiveReader } from '@galley/archive';
import { ManualClock, temporaryDirectory } from '@galley/testing';
import { createArchive, type ArchiveOptions, type CreatedArchive } from './create-archive.ts';

export class Press implements AsyncDisposable {
  readonly clock = new ManualClock('2026-06-01T08:00:00Z');
  readonly content: string;
  readonly backups: string;
  readonly #remove: () => Promise<void>;

  private constructor(folder: string, remove: () => Promise<void>) {
    this.content = join(folder, 'content');
    this.backups = join(folder, 'backups');
    this.#remove = remove;
  }

  static async open(files: Readonly<Record<string, string | Uint8Array>> = {}): Promise<Press> {
    const folder = await temporaryDirectory();
    const press = new Press(folder.path, async () => folder[Symbol.asyncDispose]());
    await mkdir(press.content);
    await press.write(files);
    return press;
  }

  async write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
    for (const [path, bytes] of Object.entries(files)) {
      const target = join(this.content, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, bytes);
    }
  }

  remove(path: string): Promise<void> {
    return rm(join(this.content, path), { recursive: true });
  }

  archive(options: Partial<ArchiveOptions> = {}): Promise<CreatedArchive> {
    return createArchive({
      contentDirectory: this.content,
      directory: this.backups,
      clock: this.clock,
      name: 'press',
      createdBy: 'ada',
      includeMedia: true,
      ...options,
    });
  }

  async listBackupFiles(): Promise<string[]> {
    return (await readdir(this.backups)).sort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#remove();
  }
}

export async function unpacked(path: string): Promise<Record<string, string>> {
  await using archive = await ArchiveReader.open(path);
  const found: Record<string, string> = {};
  for (const entry of archive.entries) found[entry.name] = (await archive.read(entry)).toString();
  return found;
}
