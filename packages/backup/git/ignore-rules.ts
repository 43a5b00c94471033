import fs from 'node:fs';
import { join } from 'node:path';
import { isTemporary, replaceFile } from '@galley/kernel';
import git from 'isomorphic-git';
import { passingFolders } from '../passing-places.ts';
import { shown } from './byte-text.ts';

/** What Galley itself puts into the content tree for a while: never part of a snapshot. */
const transient = ['.galley-*.tmp', ...[...passingFolders].map((name) => `/${name}/`)];

/** Whether a path is one of Galley's temporary files or folders. */
export function isTransient(path: string): boolean {
  return passingFolders.has(path) || isTemporary(path.slice(path.lastIndexOf('/') + 1));
}

/** What people want left out: their `.gitignore` files and `.git/info/exclude`. */
export class IgnoreRules {
  /** Whether `.git/info/exclude` has rules of somebody else: then every file has to be asked for. */
  readonly areEverywhere: boolean;
  readonly #place: { fs: git.PromiseFsClient; dir: string; gitdir: string };

  private constructor(place: { dir: string; gitdir: string }, areEverywhere: boolean) {
    this.#place = { ...place, fs: readingOnce() };
    this.areEverywhere = areEverywhere;
  }

  static async read(place: { dir: string; gitdir: string }): Promise<IgnoreRules> {
    const rules = ruleLines(await excludes(place.gitdir));
    return new IgnoreRules(
      place,
      rules.some((rule) => !transient.includes(rule)),
    );
  }

  /** `path` is of bytes; that of a folder ends in a slash. */
  isIgnored(path: string): Promise<boolean> {
    return git.isIgnored({ ...this.#place, filepath: shown(path) });
  }
}

/** Has stock git leave out what Galley leaves out, without a `.gitignore` in anybody's content. */
export async function excludeTransient(gitDirectory: string): Promise<void> {
  const text = await excludes(gitDirectory);
  const missing = transient.filter((rule) => !ruleLines(text).includes(rule));
  if (missing.length === 0) return;
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const added = `# Temporary files of Galley\n${missing.join('\n')}\n`;
  const path = join(gitDirectory, 'info', 'exclude');
  await replaceFile(path, before + added, join(gitDirectory, 'galley-exclude.tmp'));
}

async function excludes(gitDirectory: string): Promise<string> {
  try {
    return await fs.promises.readFile(join(gitDirectory, 'info', 'exclude'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function ruleLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** The same few rule files are asked for with every path; within one snapshot they are read once. */
function readingOnce(): git.PromiseFsClient {
  const { promises } = fs;
  const known = new Map<string, Promise<unknown>>();
  const once = (kind: string, path: string, read: () => Promise<unknown>): Promise<unknown> => {
    const key = `${kind} ${path}`;
    const found = known.get(key) ?? read();
    known.set(key, found);
    return found;
  };
  return {
    promises: {
      ...promises,
      readFile: (path: string, options?: 'utf8') =>
        once('read', path, () => promises.readFile(path, options)),
      stat: (path: string) => once('stat', path, () => promises.stat(path)),
    },
  };
}
