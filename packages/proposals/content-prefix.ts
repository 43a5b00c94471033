import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';

/**
 * Where the content tree is in the repository of a workspace: the path from its root, with a slash at its end, or empty
 * when it is the root. Undefined when it is elsewhere, and without a repository.
 */
export function contentPrefix(
  directory: string | undefined,
  contentDirectory: string,
): string | undefined {
  if (directory === undefined) return undefined;
  const path = relative(rootAround(real(directory)), real(contentDirectory));
  if (path === '') return '';
  if (path.split(/[/\\]/)[0] === '..' || isAbsolute(path)) return undefined;
  return `${path.replaceAll('\\', '/')}/`;
}

/** The folder of the repository around a folder; that itself, where there is none yet. */
function rootAround(directory: string): string {
  for (let at = directory; dirname(at) !== at; at = dirname(at))
    if (existsSync(join(at, '.git'))) return at;
  return directory;
}

function real(path: string): string {
  const whole = resolve(path);
  return existsSync(whole) ? realpathSync(whole) : whole;
}
