import { copyFileSync, constants } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import {
  encodePath,
  variantAddress,
  variantFolder,
  variantsOf,
  type MediaLibrary,
} from '@galley/media';
import { tagOf } from '../dependencies/tags.ts';
import type { Output } from './build-state.ts';
import { outputPath } from './output-path.ts';
import { linkFile } from './output-trees.ts';

/** A file of the output that is a file already. */
export interface MediaOutput extends Omit<Output, 'source'> {
  readonly address: string;
  /** Where the file is. */
  readonly source: string;
}

const mediaTag = tagOf.media('');

/** The files of the media library, but for what describes them and what is hidden; links lead elsewhere, and are none. */
export async function mediaOutputs(contentDirectory: string): Promise<readonly MediaOutput[]> {
  const entries = await readdir(join(contentDirectory, 'media'), {
    recursive: true,
    withFileTypes: true,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const outputs: MediaOutput[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.endsWith('.meta.yaml')) continue;
    const source = join(entry.parentPath, entry.name);
    const path = relative(contentDirectory, source).split(sep).join('/');
    const address = `/${encodePath(path)}`;
    const file = outputPath(address);
    if (file === undefined || /(?:^|\/)\./.test(path)) continue;
    const { size, mtimeMs } = await stat(source);
    outputs.push({ address, source, file, hash: `${size}-${mtimeMs}`, tags: [tagOf.media(path)] });
  }
  return outputs;
}

/** The variants of all pictures that pages were made with, made where they are not yet. */
export async function* variantOutputs(
  library: MediaLibrary,
  outputs: Iterable<Output>,
): AsyncIterable<MediaOutput> {
  const paths = new Set<string>();
  for (const { tags } of outputs)
    for (const tag of tags) if (tag.startsWith(mediaTag)) paths.add(tag.slice(mediaTag.length));
  for (const [path, picture] of await library.describe([...paths])) {
    for (const name of variantsOf(path, picture)) {
      const address = variantAddress(name);
      const file = outputPath(address);
      const found = file && (await library.findVariant(file.slice(variantFolder.length - 1)));
      if (!file || !found) continue;
      // The address names the bytes, unless something else stands in for them.
      const hash = found.isStandIn ? 'stand-in' : 'variant';
      yield { address, source: found.file, file, hash, tags: [] };
    }
  }
}

/** The same file where the file system allows, or else a copy. */
export function takeFile(folder: string, { file, source }: MediaOutput): void {
  const path = join(folder, file);
  try {
    linkFile(path, source);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    copyFileSync(source, path, constants.COPYFILE_FICLONE);
  }
}
