import { isConnectionError } from '@galley/database';
import {
  type DomainError,
  storageFailureOf,
  type Logger,
  type OnceAMinute,
  type StorageFailure,
} from '@galley/kernel';
import { contentProblems } from '../document/problems.ts';

/** Undefined for errors unrelated to the content folder. */
function failureOf(error: unknown): StorageFailure | undefined {
  // Errors of a lost connection carry a system call as well.
  return isConnectionError(error) ? undefined : storageFailureOf(error);
}

/** `outcome` describes the effect of the call, as `Nothing was deleted.` */
export function createStorageError({ cause, why }: StorageFailure, outcome: string): DomainError {
  const code = cause === 'disk_full' ? 'insufficient_storage' : 'storage_failed';
  const message = `The content folder is not writable (${why}). ${outcome}`;
  return contentProblems[code](message, { cause });
}

/** For steps before a commit: storage errors are refused with `outcome`. */
export async function withStorageErrors<T>(work: () => Promise<T>, outcome: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = failureOf(error);
    throw failure ? createStorageError(failure, outcome) : error;
  }
}

export interface Deferred<T> {
  readonly done?: T;
  readonly failure?: StorageFailure;
}

export interface DeferringOptions {
  readonly path: string;
  readonly logger: Logger;
  readonly throttle: OnceAMinute;
}

/** For steps after a commit, which stays valid: the error is logged and returned, and `UnwrittenFiles` retries. */
export async function deferStorageErrors<T>(
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
      logger.warn('content folder not writable; retrying', {
        path,
        cause,
        code,
        repeated,
      });
    return { failure };
  }
}
