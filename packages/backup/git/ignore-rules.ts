import fs from 'node:fs';
import { join } from 'node:path';
import { isMissing, isTemporary, replaceFile } from '@galley/kernel';
import git from 'isomorphic-git';
import { transientFolders } from '../tree-folders.ts';
import type { Repository } from './repository.ts';

const transient = ['.galley-*.tmp', ...[...transientFolders].map((name) => `/${name}/`)];

export function isTransient(path: string): boolean {
  return transientFolders.has(path) || isTemporary(path.slice(path.lastIndexOf('/') + 1));
}

export class IgnoreRules {
  /** `.git/info/exclude` applies to every folder. */
  readonly areEverywhere: boolean;
  readonly #at: Readonly<{ fs: git.PromiseFsClient; dir: string; gitdir: string }>;

  private constructor({ root, directory }: Repository, areEverywhere: boolean) {
    this.#at = { fs: readingOnce(), dir: root, gitdir: directory };
    this.areEverywhere = areEverywhere;
  }

  static async read(repository: Repository): Promise<IgnoreRules> {
    const rules = ruleLines(await readExclude(repository.directory));
    return new IgnoreRules(
      repository,
      rules.some((rule) => !transient.includes(rule)),
    );
  }

  /** Folder paths end with a slash. */
  isIgnored(path: string): Promise<boolean> {
    return git.isIgnored({ ...this.#at, filepath: path });
  }
}

/** For stock git, without a `.gitignore` in the content. */
export async function excludeTransient(gitDirectory: string): Promise<void> {
  const text = await readExclude(gitDirectory);
  const missing = transient.filter((rule) => !ruleLines(text).includes(rule));
  if (missing.length === 0) return;
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const added = `# Temporary files of Galley\n${missing.join('\n')}\n`;
  const path = join(gitDirectory, 'info', 'exclude');
  await replaceFile(path, before + added, join(gitDirectory, 'galley-exclude.tmp'));
}

async function readExclude(gitDirectory: string): Promise<string> {
  try {
    return await fs.promises.readFile(join(gitDirectory, 'info', 'exclude'), 'utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

function ruleLines(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

/** isomorphic-git reads the rule files for each path. */
function readingOnce(): git.PromiseFsClient {
  const { promises } = fs;
  const results = new Map<string, Promise<unknown>>();
  const once = (kind: string, path: string, read: () => Promise<unknown>): Promise<unknown> => {
    const key = `${kind} ${path}`;
    const result = results.get(key) ?? read();
    results.set(key, result);
    return result;
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
