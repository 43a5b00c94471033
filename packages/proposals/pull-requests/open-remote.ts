import type { BranchRemote } from './branch-remote.ts';
import { GitHub } from './github.ts';
import { GitLab } from './gitlab.ts';
import { HttpsBranches } from './https-branches.ts';
import type { PullRequestApi, RemoteRepository } from './remote.ts';
import { SshBranches } from './ssh-branches.ts';

export function openApi(remote: RemoteRepository, signal: AbortSignal): PullRequestApi {
  return new (remote.kind === 'github' ? GitHub : GitLab)(remote, signal);
}

export function openBranches(remote: RemoteRepository, signal: AbortSignal): BranchRemote {
  const isSsh = remote.deployKeyFile !== undefined;
  return new (isSsh ? SshBranches : HttpsBranches)(remote, signal);
}
