import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

export interface SandboxPlan {
  readonly workingDirectory: string;
  readonly repository: string | undefined;
  readonly hidden: readonly { readonly path: string; readonly isFolder: boolean }[];
}

/** Fails where the system forbids creating namespaces. */
export async function hasBubblewrap(): Promise<boolean> {
  try {
    await promisify(execFile)('bwrap', [...base, '--tmpfs', '/tmp', '/bin/sh', '-c', 'true']);
    return true;
  } catch {
    return false;
  }
}

const base = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'].concat(
  ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--die-with-parent', '--new-session'],
);

/** The system is read-only, hidden paths are masked, and /tmp is private. Later mounts cover earlier ones. */
export function sandboxed(
  words: readonly string[],
  { workingDirectory, repository, hidden }: SandboxPlan,
): [string, ...string[]] {
  const veils = hidden
    .filter(({ path }) => existsSync(path))
    .flatMap(({ path, isFolder }) =>
      isFolder ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path],
    );
  const view = repository === undefined ? [] : ['--ro-bind', repository, repository];
  const own = ['--bind', workingDirectory, workingDirectory, '--chdir', workingDirectory];
  return ['bwrap', ...base, '--tmpfs', '/tmp', ...veils, ...view, ...own, '--', ...words];
}
