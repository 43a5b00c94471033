import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';

/** With trailing slash, empty for the root. Undefined when it is elsewhere or without a repository. */
export function contentPrefix(
  directory: string | undefined,
  contentDirectory: string,
): string | undefined {
  if (directory === undefined) return undefined;
  const path = relative(findRoot(resolveReal(directory)), resolveReal(contentDirectory));
  if (path === '') return '';
  if (path.split(/[/\\]/)[0] === '..' || isAbsolute(path)) return undefined;
  return `${path.replaceAll('\\', '/')}/`;
}

/** Whether the folder is, or lies in, a git repository. */
export function isInRepository(directory: string): boolean {
  return existsSync(join(findRoot(resolveReal(directory)), '.git'));
}

function findRoot(directory: string): string {
  for (let at = directory; dirname(at) !== at; at = dirname(at))
    if (existsSync(join(at, '.git'))) return at;
  return directory;
}

function resolveReal(path: string): string {
  const whole = resolve(path);
  return existsSync(whole) ? realpathSync(whole) : whole;
}
