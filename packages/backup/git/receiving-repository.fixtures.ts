import { once } from 'node:events';
import fs from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import git from 'isomorphic-git';
import { temporaryDirectory } from '@galley/testing';

const none = '0'.repeat(40);
const credentials = `Basic ${Buffer.from('ada:let me in').toString('base64')}`;

/** Accepts pushes as git's own server does. */
export class ReceivingRepository implements AsyncDisposable {
  failure: number | undefined;
  readonly #server: Server;
  readonly #folder: string;
  readonly #remove: () => Promise<void>;

  private constructor(folder: string, remove: () => Promise<void>) {
    this.#folder = folder;
    this.#remove = remove;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  static async open(): Promise<ReceivingRepository> {
    const folder = await temporaryDirectory();
    const repository = new ReceivingRepository(folder.path, async () => {
      await folder[Symbol.asyncDispose]();
    });
    await git.init({
      fs,
      dir: folder.path,
      gitdir: folder.path,
      bare: true,
      defaultBranch: 'main',
    });
    repository.#server.listen(0, '127.0.0.1');
    await once(repository.#server, 'listening');
    return repository;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/content.git`;
  }

  /** Newest first. Checks that each commit is complete. */
  async messages(): Promise<string[]> {
    const at = { fs, gitdir: this.#folder };
    const commits = await git.log({ ...at, ref: 'main' });
    for (const { commit } of commits) await git.readTree({ ...at, oid: commit.tree });
    return commits.map(({ commit }) => commit.message.trim());
  }

  read(path: string): Promise<string> {
    const at = { fs, gitdir: this.#folder };
    return git
      .resolveRef({ ...at, ref: 'main' })
      .then((oid) => git.readBlob({ ...at, oid, filepath: path }))
      .then(({ blob }) => Buffer.from(blob).toString());
  }

  async commit(message: string): Promise<void> {
    const at = { fs, gitdir: this.#folder };
    const parent = await git.resolveRef({ ...at, ref: 'main' });
    const { commit } = await git.readCommit({ ...at, oid: parent });
    const author = { name: 'Bo', email: 'bo@example.org' };
    await git.commit({
      ...at,
      message,
      author,
      tree: commit.tree,
      parent: [parent],
      ref: 'refs/heads/main',
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await this.#remove();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.failure !== undefined) {
      response.writeHead(this.failure).end('not today');
    } else if (request.headers.authorization !== credentials) {
      response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="git"' }).end();
    } else if (request.method === 'GET') {
      response.setHeader('Content-Type', 'application/x-git-receive-pack-advertisement');
      response.end(await this.#advertisement());
    } else {
      await this.#receive(await buffer(request));
      response.setHeader('Content-Type', 'application/x-git-receive-pack-result');
      const report = lines('unpack ok\n', 'ok refs/heads/main\n');
      response.end(`${line(`\x01${report}`)}0000`);
    }
  }

  async #advertisement(): Promise<string> {
    const head = await git
      .resolveRef({ fs, gitdir: this.#folder, ref: 'main' })
      .catch(() => undefined);
    const ref = head ? `${head} refs/heads/main` : `${none} capabilities^{}`;
    return lines('# service=git-receive-pack\n') + lines(`${ref}\0report-status side-band-64k\n`);
  }

  async #receive(body: Buffer): Promise<void> {
    const [, to] = body.subarray(4).toString('latin1', 0, 81).split(' ');
    const pack = body.subarray(body.indexOf('PACK'));
    const folder = join(this.#folder, 'objects/pack');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `pack-${to}.pack`), pack);
    const filepath = `objects/pack/pack-${to}.pack`;
    await git.indexPack({ fs, dir: this.#folder, gitdir: this.#folder, filepath });
    await git.writeRef({
      fs,
      gitdir: this.#folder,
      ref: 'refs/heads/main',
      value: to!,
      force: true,
    });
  }
}

const line = (text: string): string =>
  (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
const lines = (...texts: readonly string[]): string => `${texts.map(line).join('')}0000`;
