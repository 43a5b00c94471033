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

export interface MediaOutput extends Omit<Output, 'source'> {
  readonly address: string;
  readonly source: string;
}

const mediaTag = tagOf.media('');
const pictureTag = tagOf.profilePicture('');
const filesAtOnce = 64;
/** A variant's address identifies its content, unless a stand-in is used. */
const [ofVariant, ofStandIn] = ['variant', 'stand-in'];

/** Without sidecars, hidden files and links. */
export async function listMediaOutputs(contentDirectory: string): Promise<readonly MediaOutput[]> {
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
  // Files pending deletion are public but missing from `media/`.
  const paths = [...new Set([...working, ...(await listMarkedPaths(contentDirectory))])];
  const outputs: MediaOutput[] = [];
  for (let at = 0; at < paths.length; at += filesAtOnce) {
    const some = paths.slice(at, at + filesAtOnce);
    const found = await Promise.all(some.map((path) => mediaOutput(contentDirectory, path)));
    outputs.push(...found.filter((output) => output !== undefined));
  }
  return outputs;
}

export function digestMedia(media: readonly MediaOutput[]): string {
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
  // The file was deleted meanwhile.
  const hash = source === undefined ? '' : await stampsOf(source);
  return source === undefined || hash === ''
    ? undefined
    : { address, source, file, hash, tags: [tagOf.media(path)] };
}

/** Changes with public version and metadata; empty when not public. */
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

/** Creates missing variants; those of the public output are known already. */
export async function* listVariantOutputs(
  library: MediaLibrary,
  pages: Iterable<Output>,
  known: (address: string) => Output | undefined,
): AsyncIterable<MediaOutput> {
  const paths = new Set<string>();
  for (const page of pages) for (const path of listPageMedia(page)) paths.add(path);
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

/** Hashes of the profile pictures that built pages may show. */
export function listPictureHashes(pages: Iterable<Output>): ReadonlySet<string> {
  const hashes = new Set<string>();
  for (const { tags } of pages)
    for (const tag of tags)
      if (tag.startsWith(pictureTag)) hashes.add(tag.slice(pictureTag.length));
  return hashes;
}

/** Outputs persist across builds, and most have dozens of tags. */
const knownMedia = new WeakMap<Output, readonly string[]>();

function listPageMedia(page: Output): readonly string[] {
  const known = knownMedia.get(page);
  if (known) return known;
  const paths = page.tags.flatMap((tag) =>
    tag.startsWith(mediaTag) ? [tag.slice(mediaTag.length)] : [],
  );
  knownMedia.set(page, paths);
  return paths;
}

/** Hard link if possible. */
export function linkOrCopy(folder: string, { file, source }: MediaOutput): void {
  const path = join(folder, file);
  try {
    linkFile(path, source);
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw error;
    copyFileSync(source, path, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  }
}
