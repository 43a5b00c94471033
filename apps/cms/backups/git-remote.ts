import type { GitRemote } from '@galley/backup';
import type { Config } from '@galley/settings';

export function gitRemote({ backup }: Config): GitRemote | undefined {
  const { pushUrl: url, username, token } = backup.git;
  return url === undefined ? undefined : { url, username, token };
}
