import git from 'isomorphic-git';
import type { BranchPush, BranchRemote } from './branch-remote.ts';
import { listNewObjects } from './new-objects.ts';
import { pktLine, readPktLines } from './pkt-lines.ts';
import { quoteRemote, RemoteFailure } from './remote-failure.ts';
import { fetchRemote, type RemoteAnswer } from './remote-fetch.ts';
import type { RemoteRepository } from './remote.ts';

const noCommit = '0'.repeat(40);
const service = 'git-receive-pack';
const listTimeoutMs = 60_000;
const pushTimeoutMs = 10 * 60_000;
/** Servers list all branches and tags. */
const maxListBytes = 64 * 1_048_576;
const maxReportBytes = 1_048_576;

/**
 * Pushes over HTTPS (git-http-protocol). isomorphic-git would send the whole history whenever the remote has commits
 * that are missing here; this sends the objects that the base does not have.
 */
export class HttpsBranches implements BranchRemote {
  readonly #remote: RemoteRepository;
  readonly #signal: AbortSignal;

  constructor(remote: RemoteRepository, signal: AbortSignal) {
    this.#remote = remote;
    this.#signal = signal;
  }

  async findTip(branch: string): Promise<string | undefined> {
    const answer = await this.#send(`/info/refs?service=${service}`);
    const lines = readPktLines(answer.body)?.map(String);
    if (lines?.[0]?.trim() !== `# service=${service}`) throw this.#notGit();
    const wanted = `refs/heads/${branch}`;
    for (const line of lines.slice(1)) {
      const [, commit, ref] = /^([0-9a-f]{40}) ([^\0\n]+)/.exec(line) ?? [];
      if (ref === wanted) return commit;
    }
    return undefined;
  }

  async push({ repository, branch, commit, tip = noCommit, base }: BranchPush): Promise<void> {
    const oids = await listNewObjects(repository, commit, base);
    const { packfile } = await git.packObjects({ ...repository.at, oids });
    const command = `${tip} ${commit} refs/heads/${branch}\0report-status`;
    const head = Buffer.from(`${pktLine(command)}0000`);
    const body = new Uint8Array(Buffer.concat([head, packfile!]));
    const answer = await this.#send(`/${service}`, body);
    const lines = readPktLines(answer.body)?.map((line) => String(line).trim());
    if (!lines) throw this.#notGit();
    if (lines[0] === 'unpack ok' && lines.includes(`ok refs/heads/${branch}`)) return;
    const refusal = lines.find((line) => /^ng |^unpack (?!ok)/.test(line)) ?? 'no reason given';
    throw new RemoteFailure(
      `${this.#host} refused the branch ${branch}: ${quoteRemote(refusal, this.#remote.token)}.`,
    );
  }

  async #send(path: string, body?: Uint8Array<ArrayBuffer>): Promise<RemoteAnswer> {
    const { git: address, username, token = '' } = this.#remote;
    const credentials = Buffer.from(`${username}:${token}`).toString('base64');
    const answer = await fetchRemote(new URL(`${address}${path}`), {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Basic ${credentials}`,
        ...(body && { 'content-type': `application/x-${service}-request` }),
      },
      body,
      timeoutMs: body ? pushTimeoutMs : listTimeoutMs,
      maxBytes: body ? maxReportBytes : maxListBytes,
      signal: this.#signal,
    });
    this.#requireSuccess(answer.status);
    return answer;
  }

  #requireSuccess(status: number): void {
    if (status === 200) return;
    const sentences: Readonly<Record<number, string>> = {
      401: `${this.#host} does not accept the token of coordinator.remote for pushes (401).`,
      403: `The token of coordinator.remote may not push to ${this.#remote.repository} (403).`,
      404: `${this.#host} does not find the repository, or the token may not push to it (404).`,
    };
    throw new RemoteFailure(
      sentences[status] ?? `${this.#host} answered the push with status ${status}.`,
      { status },
    );
  }

  #notGit(): RemoteFailure {
    return new RemoteFailure(
      `${this.#host} has no git repository at the address of coordinator.remote.git.`,
    );
  }

  get #host(): string {
    return new URL(this.#remote.git).host;
  }
}
