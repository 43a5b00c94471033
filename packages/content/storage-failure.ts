import { isConnectionError } from '@galley/database';
import { contentProblems } from './problems.ts';

const savedAnyway =
  'What was saved is kept in the history, and goes into the file as soon as that is possible.';

/**
 * Writes files, and says as `storage_failed` when it is the disk that fails, and what became of the call: unless it
 * says otherwise, the rows are committed, nothing is lost, and every sweep of the tree tries again.
 */
export async function kept<T>(write: () => Promise<T>, outcome = savedAnyway): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    // A lost connection has a system call too.
    if (syscall === undefined || isConnectionError(error)) throw error;
    const why =
      code === 'ENOSPC' || code === 'EDQUOT'
        ? 'the disk is full'
        : (code ?? 'an error of the file system');
    throw contentProblems.storage_failed(`The file could not be written (${why}). ${outcome}`);
  }
}
