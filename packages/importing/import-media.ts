import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { DomainError, type Actor } from '@galley/kernel';
import { mediaProblems, toStoredName, type Media } from '@galley/media';
import type { SourceMedia } from './source.ts';

export interface MediaImport {
  readonly service: Media['service'];
  readonly maxBytes: number;
}

export interface ImportedFile {
  readonly source: string;
  readonly path: string;
  readonly change: 'new' | 'changed' | 'unchanged';
}

type Result = Omit<ImportedFile, 'source'> | { readonly reason: string };

interface MediaImporterOptions extends MediaImport {
  readonly actor: Actor;
  readonly isDryRun: boolean;
}

/** Stores files of a source as uploads. Files that were replaced here stay. */
export class MediaImporter {
  readonly #options: MediaImporterOptions;
  readonly #taken = new Map<string, string>();

  constructor(options: MediaImporterOptions) {
    this.#options = options;
  }

  async import(media: SourceMedia): Promise<Result> {
    try {
      return await this.#import(media);
    } catch (error) {
      // A refused file does not end the import.
      if (error instanceof DomainError) return { reason: error.message };
      throw error;
    }
  }

  async #import({ source, file, path: wanted }: SourceMedia): Promise<Result> {
    const { actor, service, maxBytes, isDryRun } = this.#options;
    const { size } = await stat(file);
    if (size > maxBytes) return { reason: `It is larger than limits.upload (${maxBytes} bytes).` };
    const path = storedPath(wanted);
    // Names that differ in case only are one name for uploads.
    const other = this.#taken.get(path.toLowerCase());
    if (other !== undefined) return { reason: `${other} has the same path, ${path}.` };
    this.#taken.set(path.toLowerCase(), source);
    const found = await service.get(path).catch((error: unknown) => {
      if (mediaProblems.not_found.is(error)) return undefined;
      throw error;
    });
    const hash = found && (await sha256Of(file));
    if (found && found.record.sha256 === hash) return { path, change: 'unchanged' };
    if (found && found.record.uploadedBy !== actor.username)
      return { reason: `${path} was uploaded or replaced here.` };
    const change = found ? 'changed' : 'new';
    if (isDryRun) {
      await service.inspect(file, path);
      return { path, change };
    }
    const staged = await service.receive(createReadStream(file));
    try {
      const stored = found
        ? await service.replace(actor, { staged, path })
        : await service.upload(actor, {
            staged,
            name: posix.basename(path),
            path: `${posix.dirname(path)}/`,
          });
      return { path: stored.record.path, change };
    } catch (error) {
      await service.discard(staged);
      throw error;
    }
  }
}

function storedPath(wanted: string): string {
  const folder = posix.dirname(wanted);
  const name = toStoredName(posix.basename(wanted));
  return folder === '.' ? `media/${name}` : `media/${folder.normalize('NFC')}/${name}`;
}

async function sha256Of(file: string): Promise<string> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer);
  return digest.digest('hex');
}
