import { checkRemote, repositoryFolder, WorkspaceRepository } from '@galley/proposals';
import type { Config } from '@galley/settings';
import { failed, ok, warning, type Check, type Complaint } from './check.ts';

const why = 'No pull requests are opened or followed. Proposals wait in review with this problem.';

/** ADD-RUN-32: asks the configured remote, and changes nothing there. */
export async function remoteChecks(
  projectDirectory: string,
  { coordinator: { remote, workspace } }: Pick<Config, 'coordinator'>,
): Promise<Check[]> {
  if (!remote) return [ok('remote', 'No repository for pull requests is configured.')];
  const directory = repositoryFolder(projectDirectory, workspace.repository);
  const repository = new WorkspaceRepository({ workspaceId: workspace.id, directory });
  const { signal } = new AbortController();
  const { api, git, base } = await checkRemote(
    remote,
    { workspaceId: workspace.id, repository },
    signal,
  );
  const { repository: path, branch } = remote;
  return [
    api === undefined
      ? ok('remote.api', `The API answers about ${path} and its pull requests.`)
      : failed('remote.api', apiComplaint(api)),
    git === undefined
      ? ok('remote.git', `Branches can be pushed to ${path}, which has the branch ${branch}.`)
      : failed('remote.git', gitComplaint(git, remote)),
    ...(base === undefined ? [] : [warning('remote.base', baseComplaint(base, branch))]),
  ];
}

function apiComplaint(message: string): Complaint {
  return {
    message,
    where: 'coordinator.remote.kind, repository, api and token',
    why,
    advice:
      'Correct the named setting. The token needs access to this repository: on GitHub the permissions "Pull requests: read and write" and "Contents: read", on GitLab the role Developer and the scope "api". Set it as GALLEY_COORDINATOR__REMOTE__TOKEN, for this command too.',
  };
}

function gitComplaint(
  message: string,
  { deployKeyFile, kind, branch }: NonNullable<Config['coordinator']['remote']>,
): Complaint {
  const right =
    deployKeyFile !== undefined
      ? 'add the public half of coordinator.remote.deploy_key_file to the repository, with write access'
      : kind === 'github'
        ? 'give the token the permission "Contents: read and write"'
        : 'give the token the role Developer and the scope "write_repository"';
  return {
    message,
    where: 'coordinator.remote.git and branch',
    why,
    advice: `Correct the address, or ${right}. The branch ${branch} must exist on the remote.`,
  };
}

function baseComplaint(message: string, branch: string): Complaint {
  return {
    message,
    where: 'coordinator.workspace.repository',
    why: 'A patch is pushed only if the remote has the commit that it is based on, so new proposals get no pull request.',
    advice: `Use a clone of the repository on the remote, and push its commits to ${branch} there.`,
  };
}
