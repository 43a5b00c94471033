import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');

/** Committed and uncommitted files that git does not ignore, relative to the root, with `/` separators. */
export function listFiles(folder = root): string[] {
  const output = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  // git still lists files deleted without a commit.
  return output.split('\0').filter((path) => path !== '' && existsSync(join(folder, path)));
}

export function readText(path: string, folder = root): string {
  return readFileSync(join(folder, path), 'utf8');
}

export function readJson<Shape>(path: string, folder = root): Shape {
  return JSON.parse(readText(path, folder)) as Shape;
}
