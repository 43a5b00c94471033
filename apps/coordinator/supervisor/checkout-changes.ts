import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { textPatch, type TextChange } from '@galley/proposals';
import { isMissing } from '@galley/kernel';
import { readAgentFile } from './read-agent-file.ts';
import type { RepositoryView } from './repository-view.ts';

export interface CheckoutChanges {
  /** The commit that the patch applies to. */
  readonly revision: string;
  /** Empty if nothing that can be proposed has changed. */
  readonly patch: string;
  readonly paths: readonly string[];
  /** Changed, but not in the patch: no text, or too large. */
  readonly omitted: readonly string[];
}

/** As `proposal_attach_patch` accepts. */
const maxPatchLength = 1_048_576;
/** More than a person reviews; a folder of downloaded packages has more. */
const maxNewFiles = 200;
/** Bounds memory and time. Files that are not reached are neither new nor deleted. */
const maxWrittenFiles = 20_000;

/**
 * Compares an agent's working copy with the commit it began with. The agent wrote the folder, so links in it are never
 * followed, and nothing of its repository is trusted.
 */
export async function readCheckoutChanges(
  checkout: string,
  { directory, revision }: RepositoryView,
): Promise<CheckoutChanges> {
  const before = await listFiles(directory);
  const after = await listFiles(checkout, before.size + maxWrittenFiles);
  const changes: TextChange[] = [];
  const omitted: string[] = [];
  for (const path of [...before].toSorted()) {
    const change = await compareFile(path, { directory, checkout, isLeft: after.has(path) });
    if (change === 'unreadable') omitted.push(path);
    else if (change) changes.push(change);
  }
  const added = [...after].filter((path) => !before.has(path) && !isHidden(path));
  for (const path of await withoutIgnored(directory, added)) {
    const text = await readText(join(checkout, path));
    if (text === undefined) omitted.push(path);
    else changes.push({ path, before: null, after: text });
  }
  return writeChanges(revision, changes, omitted);
}

function writeChanges(
  revision: string,
  changes: readonly TextChange[],
  omitted: readonly string[],
): CheckoutChanges {
  const paths: string[] = [];
  const tooMuch: string[] = [];
  let patch = '';
  for (const change of changes) {
    const part = textPatch(change);
    const isTooMuch = patch.length + part.length > maxPatchLength;
    (isTooMuch ? tooMuch : paths).push(change.path);
    if (!isTooMuch) patch += part;
  }
  return { revision, patch, paths, omitted: [...omitted, ...tooMuch] };
}

async function compareFile(
  path: string,
  places: { readonly directory: string; readonly checkout: string; readonly isLeft: boolean },
): Promise<TextChange | 'unreadable' | undefined> {
  const [old, current] = [join(places.directory, path), join(places.checkout, path)];
  // A link or folder in its place is no deletion.
  if (!places.isLeft && (await isThere(current))) return 'unreadable';
  const [before, after] = [
    await readAgentFile(old),
    places.isLeft ? await readAgentFile(current) : null,
  ];
  if (before && after?.equals(before)) return undefined;
  if (!before || after === undefined || ![before, ...(after ? [after] : [])].every(isText))
    return 'unreadable';
  return { path, before: before.toString(), after: after && after.toString() };
}

/** Plain files, by their path from the folder, without those of git. */
async function listFiles(root: string, most = Infinity): Promise<Set<string>> {
  const found = new Set<string>();
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const entry of await opendir(join(root, folder))) {
      if (entry.name.toLowerCase() === '.git') continue;
      if (found.size + folders.length >= most) return found;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) found.add(path);
    }
  }
  return found;
}

/** By the rules of the commit: the agent's could be a pipe that never ends. */
async function withoutIgnored(dir: string, paths: readonly string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const filepath of paths.toSorted()) {
    if (kept.length === maxNewFiles) break;
    if (!(await git.isIgnored({ fs, dir, filepath }))) kept.push(filepath);
  }
  return kept;
}

async function readText(path: string): Promise<string | undefined> {
  const bytes = await readAgentFile(path);
  return bytes && isText(bytes) ? bytes.toString() : undefined;
}

/** Programs keep their own settings and caches there. */
const isHidden = (path: string): boolean => path.split('/').some((name) => name.startsWith('.'));

const isText = (bytes: Buffer): boolean => isUtf8(bytes) && !bytes.includes(0);

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error) || (error as NodeJS.ErrnoException).code === 'ENOTDIR') return false;
    throw error;
  }
}
