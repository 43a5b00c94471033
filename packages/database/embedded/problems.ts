import { statfs } from 'node:fs/promises';
import { defineProblems, DomainError } from '@galley/kernel';

export const embeddedProblems = defineProblems({
  database_start_failed: ['unavailable', 'The embedded database failed to start'],
});

export type FailureCause = 'disk_full' | 'read_only' | 'no_permission' | 'no_account' | 'unknown';

const signs: readonly (readonly [FailureCause, RegExp])[] = [
  ['disk_full', /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/],
  ['read_only', /Read-only file system|EROFS/],
  ['no_account', /could not look up effective user ID/],
  ['no_permission', /Permission denied|EACCES|Operation not permitted|EPERM/],
];

export function causeOf(output: string): FailureCause {
  // The kernel's limits on shared memory and semaphores are also reported as "No space left on device".
  const lines = output.split('\n').filter((line) => !/shared memory|semaphore/i.test(line));
  return signs.find(([, sign]) => lines.some((line) => sign.test(line)))?.[0] ?? 'unknown';
}

/** Free space for one more WAL segment, which the server needs to start. */
const minFreeBytes = 16 * 1024 * 1024;

/** On a full disk, the server cannot even write its log. */
async function isDiskFull(folder: string): Promise<boolean> {
  try {
    const disk = await statfs(folder);
    return disk.bavail * disk.bsize < minFreeBytes || (disk.files > 0 && disk.ffree === 0);
  } catch {
    return false;
  }
}

export async function startFailure(folder: string, output: string): Promise<DomainError> {
  const named = causeOf(output);
  const cause = named === 'unknown' && (await isDiskFull(folder)) ? 'disk_full' : named;
  const advice: Record<FailureCause, string> = {
    disk_full: `The disk that holds ${folder} is full. Free some space there (100 MB at least), then start again.`,
    read_only: `The database cannot write to ${folder}, because its file system is read-only. Mount it writable or move the project.`,
    no_permission: `The database has no access to ${folder}. The folder must belong to the user who runs Galley; if Galley ran as root before, run it as root again.`,
    no_account: `PostgreSQL requires a user with a name. Add the current user to /etc/passwd (in a container: of the container), or run Galley as root, which then picks a user.`,
    unknown: `The database in ${folder} did not start.`,
  };
  const tail = output.trim().split('\n').slice(-15).join('\n');
  return embeddedProblems.database_start_failed(
    `${advice[cause]}${tail && `\nPostgreSQL said:\n${tail}`}`,
  );
}

export async function explainError<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw await startFailure(folder, error instanceof Error ? error.message : String(error));
  }
}
