import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import http from 'isomorphic-git/http/node';
import { inParallel } from '../in-parallel.ts';
import type { Repository } from './repository.ts';

export interface GitRemote {
  readonly url: string;
  readonly username: string;
  /** Password or access token. */
  readonly token: string | undefined;
}

/** isomorphic-git builds the pack in memory. */
const maxBytesAtFirst = 512 * 1024 * 1024;
const timeoutMs = 10 * 60 * 1000;
const noCommit = '0'.repeat(40);
const tooLarge =
  'the first push is too large: run "git push" in the content folder once; later snapshots are then pushed';

/** Over HTTPS and without force. Returns the reason, for people, when it fails, otherwise `undefined`. */
export async function pushBranch(
  { at: { fs, gitdir, cache } }: Repository,
  ref: string,
  { url, username, token }: GitRemote,
): Promise<string | undefined> {
  let state: 'pushing' | 'there already' | 'too large' = 'pushing';
  try {
    await git.push({
      fs,
      http,
      gitdir,
      cache,
      ref,
      url,
      remoteRef: ref,
      remote: 'galley',
      signal: AbortSignal.timeout(timeoutMs),
      onAuth: () => ({ username, password: token ?? '' }),
      onAuthFailure: () => ({ cancel: true }),
      onPrePush: async ({ localRef, remoteRef }) => {
        if (remoteRef.oid === localRef.oid) state = 'there already';
        else if (remoteRef.oid === noCommit && (await sizeOfObjects(gitdir)) > maxBytesAtFirst)
          state = 'too large';
        return state === 'pushing';
      },
    });
    return undefined;
  } catch (error) {
    return { pushing: reason(error), 'there already': undefined, 'too large': tooLarge }[state];
  }
}

/** The remote's response may be a web page or contain the token. */
function reason(error: unknown): string {
  if (error instanceof git.Errors.PushRejectedError)
    return 'the remote repository has commits that are missing here; merge them with git first';
  if (error instanceof git.Errors.UserCanceledError)
    return 'the remote rejected the user name and token';
  if (error instanceof git.Errors.GitPushError) return 'the remote rejected the branch';
  if (error instanceof git.Errors.HttpError)
    return `the remote answered with status ${error.data.statusCode}`;
  if (error instanceof git.Errors.SmartHttpError) return 'the address has no git repository';
  const { name, code } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError') return 'the request timed out';
  if (typeof code === 'string') return `the remote is unreachable (${code})`;
  throw error;
}

async function sizeOfObjects(gitDirectory: string): Promise<number> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await readdir(join(gitDirectory, 'objects'), options);
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  await inParallel(files, 8, async ({ parentPath, name }) => {
    bytes += (await stat(join(parentPath, name))).size;
  });
  return bytes;
}
