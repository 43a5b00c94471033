import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { sha256 } from '@galley/kernel';
import { temporaryDirectory } from './temporary-directory.ts';
import { answerGitHub, answerGitLab, type ApiRequest, type ForgeState } from './git-forge.ts';

const run = promisify(execFile);
export const remoteToken = 'glpat-let-me-in-0123456789';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Decides about a request instead of the server; false leaves it to the server. */
export type Intercept = (request: SeenRequest, response: ServerResponse) => boolean;

/** A bare repository over HTTP (`git http-backend`), and the pull requests of GitHub and GitLab. */
export class GitRemote implements AsyncDisposable {
  readonly folder: string;
  readonly state: ForgeState;
  readonly seen: SeenRequest[] = [];
  intercept: Intercept = () => false;
  readonly #server: Server;
  readonly #remove: () => PromiseLike<void>;

  private constructor(folder: string, remove: () => PromiseLike<void>) {
    this.folder = folder;
    this.#remove = remove;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    this.state = {
      pulls: [],
      hasBranch: (branch) => this.tip(branch).then((tip) => tip !== undefined),
      tip: (branch) => this.tip(branch),
      countAhead: (commit) => this.#countAhead(commit),
      address: () => this.address,
    };
  }

  static async open(): Promise<GitRemote> {
    const folder = await temporaryDirectory();
    const remote = new GitRemote(`${folder.path}/owner/name.git`, () =>
      folder[Symbol.asyncDispose](),
    );
    await run('git', ['init', '--bare', '-b', 'main', remote.folder]);
    await run('git', ['-C', remote.folder, 'config', 'http.receivepack', 'true']);
    remote.#server.listen(0, '127.0.0.1');
    await once(remote.#server, 'listening');
    return remote;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** As `coordinator.remote` of a project. */
  settings(kind: 'github' | 'gitlab' = 'github') {
    return {
      kind,
      repository: 'owner/name',
      api: `${this.address}/${kind === 'github' ? 'api/v3' : 'api/v4'}`,
      git: `${this.address}/owner/name.git`,
      branch: 'main',
      username: 'galley',
      token: remoteToken,
    } as const;
  }

  /** Pushes HEAD of the local repository to the branch main. */
  async receive(repository: string): Promise<void> {
    await run('git', ['-C', repository, 'push', '-q', this.folder, 'HEAD:refs/heads/main']);
  }

  async tip(branch: string): Promise<string | undefined> {
    const ref = `refs/heads/${branch}`;
    const { stdout } = await run('git', [
      '-C',
      this.folder,
      'for-each-ref',
      '--format=%(objectname)',
      ref,
    ]);
    return stdout.trim() || undefined;
  }

  async git(...args: readonly string[]): Promise<string> {
    return (await run('git', ['-C', this.folder, ...args])).stdout.trim();
  }

  /** A commit of a person on the branch. */
  async commitTo(branch: string): Promise<void> {
    const ref = `refs/heads/${branch}`;
    const author = ['-c', 'user.name=Bo', '-c', 'user.email=bo@example.org'];
    const tree = await this.git('rev-parse', `${ref}^{tree}`);
    const made = await this.git(...author, 'commit-tree', tree, '-p', ref, '-m', 'By Bo');
    await this.git('update-ref', ref, made);
  }

  async #countAhead(commit: string): Promise<number | undefined> {
    try {
      return Number(await this.git('rev-list', '--count', `main..${commit}`));
    } catch {
      return undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#remove();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const url = new URL(request.url ?? '/', this.address);
    const isApi = url.pathname.startsWith('/api/');
    const parsed: unknown = isApi && body.length > 0 ? JSON.parse(String(body)) : undefined;
    const { method = 'GET' } = request;
    const seen = { method, path: `${url.pathname}${url.search}`, body: parsed };
    this.seen.push(seen);
    if (this.intercept(seen, response)) return;
    if (isApi) await this.#answerApi({ method, url, body: parsed }, request, response);
    else if (isSignedIn(request)) serveGit({ folder: this.folder, url, body }, request, response);
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  }

  async #answerApi(
    request: ApiRequest,
    { headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const isGitHub = request.url.pathname.startsWith('/api/v3/');
    const given = isGitHub ? headers.authorization : headers['private-token'];
    const isAllowed = given === (isGitHub ? `Bearer ${remoteToken}` : remoteToken);
    const { status, value } = isAllowed
      ? await (isGitHub ? answerGitHub : answerGitLab)(request, this.state)
      : { status: 401, value: { message: isGitHub ? 'Bad credentials' : '401 Unauthorized' } };
    const text = JSON.stringify(value);
    const etag = `W/"${sha256(text)}"`;
    if (headers['if-none-match'] === etag) response.writeHead(304).end();
    else
      response
        .writeHead(status, { 'content-type': 'application/json; charset=utf-8', etag })
        .end(text);
  }
}

function isSignedIn({ headers }: IncomingMessage): boolean {
  return (
    headers.authorization === `Basic ${Buffer.from(`galley:${remoteToken}`).toString('base64')}`
  );
}

interface GitRequest {
  readonly folder: string;
  readonly url: URL;
  readonly body: Buffer;
}

/** By CGI. */
function serveGit(
  { folder, url, body }: GitRequest,
  { method = 'GET', headers }: IncomingMessage,
  response: ServerResponse,
): void {
  const child = spawn('git', ['http-backend'], {
    env: {
      GIT_PROJECT_ROOT: folder.replace(/\/owner\/name\.git$/, ''),
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'galley',
      REQUEST_METHOD: method,
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: headers['content-type'] ?? '',
      CONTENT_LENGTH: String(body.length),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  // git answers some requests without reading their body.
  child.stdin.on('error', () => undefined);
  child.stdin.end(body);
  void buffer(child.stdout).then((output) => {
    const end = output.indexOf('\r\n\r\n');
    const lines = output.toString('latin1', 0, end).split('\r\n');
    const fields = lines.map((line) => line.split(': ', 2) as [string, string]);
    const status = fields.find(([name]) => name === 'Status')?.[1] ?? '200';
    for (const [name, value] of fields) if (name !== 'Status') response.setHeader(name, value);
    response.writeHead(Number.parseInt(status, 10)).end(output.subarray(end + 4));
  });
}
