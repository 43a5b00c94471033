import { constants, copyFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { sha256 } from '@galley/kernel';
import {
  encodePath,
  findPublicFile,
  isSidecar,
  listMarkedPaths,
  sidecarOf,
  variantAddress,
  variantFolder,
  variantsOf,
  type MediaLibrary,
} from '@galley/media';
import { tagOf } from '../dependencies/tags.ts';
import type { Output } from './build-state.ts';
import { outputPath } from './output-path.ts';
import { linkFile } from './output-folder.ts';

/** A file of the output that is a file already. */
export interface MediaOutput extends Omit<Output, 'source'> {
  readonly address: string;
  /** Where the file is. */
  readonly source: string;
}

const mediaTag = tagOf.media('');
const filesAtOnce = 64;
/** Of a variant: its address names its bytes, unless something else stands in for them. */
const [ofVariant, ofStandIn] = ['variant', 'stand-in'];

/** The files of the media library, but for what describes them and what is hidden; links lead elsewhere, and are none. */
export async function mediaOutputs(contentDirectory: string): Promise<readonly MediaOutput[]> {
  const entries = await readdir(join(contentDirectory, 'media'), {
    recursive: true,
    withFileTypes: true,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = entries.filter((entry) => entry.isFile() && !isSidecar(entry.name));
  const working = files.map(({ parentPath, name }) =>
    relative(contentDirectory, join(parentPath, name)).split(sep).join('/'),
  );
  // A file whose deletion awaits approval is public, and no longer in `media/`.
  const paths = [...new Set([...working, ...(await listMarkedPaths(contentDirectory))])];
  const outputs: MediaOutput[] = [];
  for (let at = 0; at < paths.length; at += filesAtOnce) {
    const some = paths.slice(at, at + filesAtOnce);
    const found = await Promise.all(some.map((path) => mediaOutput(contentDirectory, path)));
    outputs.push(...found.filter((output) => output !== undefined));
  }
  return outputs;
}

/** Identifies these files: a file that comes, goes or changes gives another digest. */
export function digestOfMedia(media: readonly MediaOutput[]): string {
  const files = media.map(({ address, hash }) => `${address} ${hash}`).sort();
  return sha256(files.join('\n'));
}

async function mediaOutput(
  contentDirectory: string,
  path: string,
): Promise<MediaOutput | undefined> {
  const address = `/${encodePath(path)}`;
  const file = outputPath(address);
  if (file === undefined || /(?:^|\/)\./.test(path)) return undefined;
  const source = await findPublicFile(contentDirectory, path);
  // One that has gone meanwhile is not there any more.
  const hash = source === undefined ? '' : await stampsOf(source);
  return source === undefined || hash === ''
    ? undefined
    : { address, source, file, hash, tags: [tagOf.media(path)] };
}

/** Changes with the public version of a media file and of its metadata; empty where the public sees no file. */
export async function mediaStamp(contentDirectory: string, path: string): Promise<string> {
  const file = await findPublicFile(contentDirectory, path);
  return file === undefined ? '' : stampsOf(file);
}

async function stampsOf(file: string): Promise<string> {
  const found = await stampOf(file);
  return found === '' ? '' : `${found} ${await stampOf(sidecarOf(file))}`.trimEnd();
}

async function stampOf(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  return found ? `${found.size}-${found.mtimeMs}` : '';
}

/**
 * The variants of all pictures that `pages` were made with, made where they are not yet; those that the public tree has
 * are known already.
 */
export async function* variantOutputs(
  library: MediaLibrary,
  pages: Iterable<Output>,
  known: (address: string) => Output | undefined,
): AsyncIterable<MediaOutput> {
  const paths = new Set<string>();
  for (const page of pages) for (const path of mediaOf(page)) paths.add(path);
  for (const [path, picture] of await library.describe([...paths])) {
    for (const name of variantsOf(path, picture)) {
      const address = variantAddress(name);
      const before = known(address);
      if (before?.hash === ofVariant) {
        yield { ...before, address, source: '' };
        continue;
      }
      const file = outputPath(address);
      const found = file && (await library.findVariant(file.slice(variantFolder.length - 1)));
      if (!file || !found) continue;
      const hash = found.isStandIn ? ofStandIn : ofVariant;
      yield { address, source: found.file, file, hash, tags: [] };
    }
  }
}

/** Outputs stay what they are from build to build, and most have tags by the dozen. */
const knownMedia = new WeakMap<Output, readonly string[]>();

/** Paths of the media files that a page was made with. */
function mediaOf(page: Output): readonly string[] {
  const known = knownMedia.get(page);
  if (known) return known;
  const paths = page.tags.flatMap((tag) =>
    tag.startsWith(mediaTag) ? [tag.slice(mediaTag.length)] : [],
  );
  knownMedia.set(page, paths);
  return paths;
}

/** The same file where the file system allows, or else a copy. */
export function takeFile(folder: string, { file, source }: MediaOutput): void {
  const path = join(folder, file);
  try {
    linkFile(path, source);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    copyFileSync(source, path, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  }
}
