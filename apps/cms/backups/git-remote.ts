import type { GitRemote } from '@galley/backup';
import type { Config } from '@galley/settings';

/** The remote that git snapshots are pushed to, if any. */
export function gitRemote({ backup }: Config): GitRemote | undefined {
  const { pushUrl: url, username, token } = backup.git;
  return url === undefined ? undefined : { url, username, token };
}
