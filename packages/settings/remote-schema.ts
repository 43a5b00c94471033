import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { accessToken, choice, file, gitAddress, words } from './config-values.ts';
import { isPrivateApiAddress, sshAddress } from './remote-addresses.ts';
import { copyShape, optionalSetting, section, setting, value } from './shape.ts';

export const remoteKinds = ['github', 'gitlab'] as const;
export type RemoteKind = (typeof remoteKinds)[number];

const repositoryName = () =>
  value(z.string().regex(/^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.-]+(?:\/[\w.-]+){1,20}$/), {
    expected: fieldFault('not_a_path', { example: 'owner/name' }),
  });

const branchName = () =>
  value(
    z
      .string()
      .regex(/^(?![./-])(?!.*(?:\.\.|\/\/|@\{|\.lock$|[./]$))[^\p{Cc}\p{Z}~^:?*[\\]{1,200}$/u),
    { expected: fieldFault('not_valid', { example: 'main' }) },
  );

const apiAddress = () =>
  value(
    z.stringFormat('remote-api', isPrivateApiAddress).transform((text) => text.replace(/\/+$/, '')),
    {
      expected: fieldFault('not_a_base_address', { example: 'https://git.example.org/api/v4' }),
      isSecret: true,
    },
  );

const gitOrSshAddress = () =>
  value(z.union([gitAddress(), z.string().regex(sshAddress)]), {
    expected: fieldFault('not_an_address', {
      example: ['https://git.example.org/owner/name.git', 'git@git.example.org:owner/name.git'],
    }),
    isSecret: true,
  });

const fields = section({
  kind: optionalSetting(
    choice(...remoteKinds),
    'API of the server with the repository. Pull requests are off unless `kind` and `repository` are set.',
  ),
  repository: optionalSetting(
    repositoryName(),
    'Repository in which Galley opens pull requests: `owner/name`, on GitLab the path of the project with its groups.',
  ),
  api: optionalSetting(
    apiAddress(),
    'Base address of the API, for your own server. Defaults to `https://api.github.com` or `https://gitlab.com/api/v4`.',
  ),
  git: optionalSetting(
    gitOrSshAddress(),
    'Address to which branches are pushed. Defaults to the HTTPS address of the repository, with the token. An SSH address requires `coordinator.remote.deploy_key_file`.',
  ),
  branch: setting(branchName(), {
    default: 'main',
    description: 'Branch into which pull requests are to be merged.',
  }),
  username: optionalSetting(
    words(),
    'User name that belongs to the token when branches are pushed over HTTPS. Defaults to `x-access-token` on GitHub and `oauth2` on GitLab.',
  ),
  token: optionalSetting(
    accessToken(),
    'Token for the API, and for pushing over HTTPS. Set it by environment: `GALLEY_COORDINATOR__REMOTE__TOKEN`, or `GALLEY_COORDINATOR__REMOTE__TOKEN_FILE` with the name of a file.',
  ),
  deploy_key_file: optionalSetting(
    file(),
    'Private SSH key that may push to the repository. Requires the programs `git` and `ssh` on the machine of the content server.',
  ),
  known_hosts_file: optionalSetting(
    file(),
    'File with the SSH host keys of the server. Defaults to that of the user who runs Galley. Unknown hosts are refused.',
  ),
});

/** Undefined unless both required settings are set; a single one is reported separately. */
export const remoteSection = copyShape(
  fields.transform(({ kind, repository, ...rest }) => {
    if (kind === undefined || repository === undefined) return undefined;
    const api = rest.api ?? defaultApis[kind];
    const git = rest.git ?? gitAddressOf(api, repository);
    const username = rest.username ?? defaultNames[kind];
    return { ...rest, kind, repository, api, git, username };
  }),
  fields,
);

const defaultApis: Readonly<Record<RemoteKind, string>> = {
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com/api/v4',
};

const defaultNames: Readonly<Record<RemoteKind, string>> = {
  github: 'x-access-token',
  gitlab: 'oauth2',
};

/** Servers of one's own have the API below the address of their repositories. */
function gitAddressOf(api: string, repository: string): string {
  const place =
    api === defaultApis.github ? 'https://github.com' : api.replace(/\/api(?:\/v\d+)?$/, '');
  return `${place}/${repository}.git`;
}
