import { execFile, type ExecFileException } from 'node:child_process';
import { devNull } from 'node:os';
import type { BranchPush, BranchRemote } from './branch-remote.ts';
import { programEnvironment } from './config.ts';
import { quoteRemote, RemoteFailure } from './remote-failure.ts';
import type { RemoteRepository } from './remote.ts';

const timeoutMs = 10 * 60_000;
const maxBytes = 1_048_576;

/** Pushes with a deploy key, by the programs `git` and `ssh`, since isomorphic-git has no SSH. */
export class SshBranches implements BranchRemote {
  readonly #remote: RemoteRepository;
  readonly #signal: AbortSignal;

  constructor(remote: RemoteRepository, signal: AbortSignal) {
    this.#remote = remote;
    this.#signal = signal;
  }

  /** Asks the service for pushes, which a key without write access cannot reach. */
  async findTip(branch: string): Promise<string | undefined> {
    const service = '--upload-pack=git-receive-pack';
    const output = await this.#git(devNull, [
      'ls-remote',
      service,
      this.#url,
      `refs/heads/${branch}`,
    ]);
    return /^([0-9a-f]{40})\t/.exec(output)?.[1];
  }

  /** git refuses a commit that does not continue the branch. */
  async push({ repository, branch, commit }: BranchPush): Promise<void> {
    const refspec = `${commit}:refs/heads/${branch}`;
    await this.#git(repository.gitDirectory, ['push', '--porcelain', this.#url, refspec]);
  }

  get #url(): string {
    return this.#remote.git;
  }

  #git(gitDirectory: string, command: readonly string[]): Promise<string> {
    // Hooks and credential helpers of the repository must not run; negotiation avoids sending known objects.
    const settings = [
      ['core.hooksPath', devNull],
      ['credential.helper', ''],
      ['push.negotiate', 'true'],
      ['protocol.allow', 'never'],
      ['protocol.ssh.allow', 'always'],
    ].flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const args = [`--git-dir=${gitDirectory}`, ...settings, ...command];
    const environment = {
      ...programEnvironment(),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_TERMINAL_PROMPT: '0',
      GIT_SSH_COMMAND: this.#sshCommand(),
      LC_ALL: 'C',
    };
    const options = { env: environment, timeout: timeoutMs, maxBuffer: maxBytes };
    return new Promise((resolve, reject) => {
      execFile('git', args, { ...options, signal: this.#signal }, (error, stdout, stderr) => {
        if (!error) resolve(stdout);
        else reject(this.#failureOf(error, `${stderr} ${stdout}`));
      });
    });
  }

  #sshCommand(): string {
    const { deployKeyFile = '', knownHostsFile } = this.#remote;
    const options = [
      'BatchMode=yes',
      'IdentitiesOnly=yes',
      'IdentityAgent=none',
      'StrictHostKeyChecking=yes',
      'ConnectTimeout=20',
      ...(knownHostsFile === undefined ? [] : [`UserKnownHostsFile="${knownHostsFile}"`]),
    ].flatMap((option) => ['-o', quote(option)]);
    return ['ssh', '-i', quote(deployKeyFile), ...options].join(' ');
  }

  #failureOf({ code }: Pick<ExecFileException, 'code'>, output: string): RemoteFailure {
    const { repository, git } = this.#remote;
    const known: readonly (readonly [RegExp, string])[] = [
      [
        /identity file .* not accessible/i,
        'the deploy key in coordinator.remote.deploy_key_file cannot be read',
      ],
      [
        /could not resolve hostname|connect to host .* port \d+:/i,
        'the server is unreachable at the address in coordinator.remote.git',
      ],
      [
        /host key verification failed/i,
        'the host key is unknown; add it to the known hosts of coordinator.remote.known_hosts_file',
      ],
      [/permission denied \(publickey/i, 'the server does not accept the deploy key'],
      [
        /read[- ]only|denied to|not allowed to push/i,
        'the deploy key may not write; allow write access',
      ],
      [
        /repository not found|does not appear to be a git repository/i,
        'the server does not find the repository',
      ],
      [
        /\[rejected\]|non-fast-forward|fetch first/i,
        'the branch has commits of others, which Galley does not overwrite',
      ],
      [
        /invalid format|error in libcrypto|no such identity|unprotected private key/i,
        'the deploy key in coordinator.remote.deploy_key_file cannot be used',
      ],
    ];
    if (String(code) === 'ENOENT')
      return new RemoteFailure(
        'The deploy key needs the program git, which is not on this machine; install git and ssh, or push over HTTPS with the token.',
      );
    const reason = known.find(([pattern]) => pattern.test(output))?.[1];
    const why = reason ?? quoteRemote(output, this.#remote.token);
    return new RemoteFailure(`The push of ${repository} to ${hostOf(git)} failed: ${why}.`);
  }
}

function hostOf(address: string): string {
  return /^(?:ssh:\/\/)?(?:[^@/]+@)?([^:/]+)/.exec(address)?.[1] ?? 'the server';
}

/** For the shell with which git starts ssh. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
