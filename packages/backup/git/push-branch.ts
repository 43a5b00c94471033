import fs from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import git from 'isomorphic-git';
import http from 'isomorphic-git/http/node';
import { inParallel } from './in-parallel.ts';

/** Another repository, which snapshots are brought to. */
export interface GitRemote {
  /** `https://git.example.org/news/content.git`, without user name and password. */
  readonly url: string;
  readonly username: string;
  /** A password, or what the other side takes in its place. */
  readonly token: string | undefined;
}

/** The whole of what is sent is put together in memory; the first time that is all there is. */
const mostAtFirst = 512 * 1024 * 1024;
/** In milliseconds. */
const longest = 10 * 60 * 1000;
const nothing = '0'.repeat(40);
const tooLarge =
  'this is much for the first time: run "git push" in the content folder once, and what is new will be brought there from then on';

/**
 * Brings a branch to the branch of the same name of another repository, over HTTPS. Nothing of it is overwritten.
 * Resolves to why that could not be, in words for whoever asked; undefined when the other side has it.
 */
export async function pushBranch(
  gitdir: string,
  ref: string,
  { url, username, token }: GitRemote,
): Promise<string | undefined> {
  let before: 'pushing' | 'there already' | 'too large' = 'pushing';
  try {
    await git.push({
      fs,
      http,
      gitdir,
      ref,
      url,
      remoteRef: ref,
      remote: 'galley',
      cache: {},
      signal: AbortSignal.timeout(longest),
      onAuth: () => ({ username, password: token ?? '' }),
      onAuthFailure: () => ({ cancel: true }),
      onPrePush: async ({ localRef, remoteRef }) => {
        if (remoteRef.oid === localRef.oid) before = 'there already';
        else if (
          remoteRef.oid === nothing &&
          (await bytesIn(join(gitdir, 'objects'))) > mostAtFirst
        )
          before = 'too large';
        return before === 'pushing';
      },
    });
    return undefined;
  } catch (error) {
    return { pushing: reason(error), 'there already': undefined, 'too large': tooLarge }[before];
  }
}

/** Nothing of what the other side answers is repeated: it may be a page, or have the token in it. */
function reason(error: unknown): string {
  if (error instanceof git.Errors.PushRejectedError)
    return 'the other repository has commits that are not here; bring them together with git first';
  if (error instanceof git.Errors.UserCanceledError) return 'user name and token were not accepted';
  if (error instanceof git.Errors.GitPushError) return 'the other side refused the branch';
  if (error instanceof git.Errors.HttpError)
    return `the other side answered with status ${error.data.statusCode}`;
  if (error instanceof git.Errors.SmartHttpError)
    return 'there is no git repository at the address';
  const { name, code } = error as NodeJS.ErrnoException;
  if (name === 'AbortError' || name === 'TimeoutError') return 'it took too long';
  if (typeof code === 'string') return `the other side could not be reached (${code})`;
  throw error;
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  let bytes = 0;
  await inParallel(files, 8, async ({ parentPath, name }) => {
    bytes += (await stat(join(parentPath, name))).size;
  });
  return bytes;
}
