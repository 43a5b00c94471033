import { isConnectionError } from '@galley/database';
import {
  type DomainError,
  storageFailureOf,
  type Logger,
  type OnceAMinute,
  type StorageFailure,
} from '@galley/kernel';
import { contentProblems } from '../document/problems.ts';

/** Undefined for an error that the content folder has no part in. */
function failureOf(error: unknown): StorageFailure | undefined {
  // A lost connection has a system call too.
  return isConnectionError(error) ? undefined : storageFailureOf(error);
}

/** `outcome` says what became of the call: `Nothing was deleted.` */
export function refusal({ cause, why }: StorageFailure, outcome: string): DomainError {
  const code = cause === 'disk_full' ? 'insufficient_storage' : 'storage_failed';
  const message = `The content folder cannot be written (${why}). ${outcome}`;
  return contentProblems[code](message, { cause });
}

/** Runs what comes before a commit, and refuses with `outcome` what the content folder does not take. */
export async function required<T>(work: () => Promise<T>, outcome: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = failureOf(error);
    throw failure ? refusal(failure, outcome) : error;
  }
}

/** The result of work on the content folder, or why the folder did not take it. */
export interface Deferred<T> {
  readonly done?: T;
  readonly failure?: StorageFailure;
}

export interface DeferringOptions {
  readonly path: string;
  readonly logger: Logger;
  readonly throttle: OnceAMinute;
}

/**
 * Runs what comes after a commit. What was committed holds, whatever the content folder does not take of it: the
 * failure is logged and returned, and `UnwrittenFiles` tries again.
 */
export async function deferrable<T>(
  work: () => Promise<T>,
  { path, logger, throttle }: DeferringOptions,
): Promise<Deferred<T>> {
  try {
    return { done: await work() };
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const { cause, code } = failure;
    const repeated = throttle.admit(cause);
    if (repeated !== undefined)
      logger.warn('the content folder cannot be written; trying again', {
        path,
        cause,
        code,
        repeated,
      });
    return { failure };
  }
}
