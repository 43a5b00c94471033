import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';

interface Container {
  readonly id: string;
  readonly name: string;
  readonly given: ContainerGiven;
  status: 'created' | 'running' | 'exited';
  exitCode: number;
}

interface ContainerGiven {
  readonly Image: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly HostConfig: { readonly Mounts?: readonly { readonly Source: string }[] };
  readonly [key: string]: unknown;
}

/** API 1.41, recorded from Docker 20.10. Runs no containers. */
export class TestEngine implements AsyncDisposable {
  readonly containers = new Map<string, Container>();
  readonly volumes = new Map<string, Readonly<Record<string, string>>>();
  readonly networks = new Map<string, Readonly<Record<string, unknown>>>();
  readonly images = new Set<string>();
  readonly pulled: string[] = [];
  readonly signals: string[] = [];
  /** Archives uploaded into containers that were not started. */
  readonly archives: { readonly path: string; readonly content: Buffer }[] = [];
  /** Output of all containers. */
  readonly output = new ContainerOutput();
  /** Archives of folders of containers, by path. */
  readonly packed = new Map<string, Buffer>();
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(socket: string): Promise<TestEngine> {
    const server = createServer();
    const engine = new TestEngine(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void engine.#answer(request, response);
    });
    server.listen(socket);
    await once(server, 'listening');
    return engine;
  }

  /** Bytes uploaded into volumes of repositories. */
  get filled(): number {
    const archives = this.archives.filter(({ path }) => path === '/repository');
    return archives.reduce((sum, { content }) => sum + content.length, 0);
  }

  get agents(): Container[] {
    return [...this.containers.values()].filter(({ given }) => given.Labels['galley.session']);
  }

  exit(name: string, exitCode: number): void {
    const container = this.containers.get(name)!;
    container.status = 'exited';
    container.exitCode = exitCode;
    this.output.endFollowers();
  }

  /** With `follow`, the answer ends when the container exits. */
  #printLog({ name, query }: Call, response: ServerResponse): void {
    const container = this.containers.get(name.replace(/^id-/, ''));
    if (!container) return void response.writeHead(404).end('{"message":"no such container"}');
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    const follows = query.get('follow') === 'true' && container.status === 'running';
    this.output.send(response, { follows, hasTimestamps: query.get('timestamps') === 'true' });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, 'http://engine');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [, kind = '', name = '', act = ''] = url.pathname.replace(/^\/v[\d.]+/, '').split('/');
    const call = {
      method: request.method!,
      name: decodeURIComponent(name),
      act,
      query: url.searchParams,
      body,
    };
    if (act === 'logs') return this.#printLog(call, response);
    const { status, answer } = this.#call(kind, call);
    if (Buffer.isBuffer(answer)) response.writeHead(status).end(answer);
    else if (answer === undefined) response.writeHead(status).end();
    else
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify(answer));
  }

  #call(kind: string, call: Call): Answer {
    if (kind === 'info') return { status: 200, answer: { ID: 'ENGINE' } };
    if (kind === 'images') return this.#image(call);
    if (kind === 'volumes') return this.#volume(call);
    if (kind === 'networks') return this.#network(call);
    return call.name === 'create' || call.name === 'json'
      ? this.#listed(call)
      : this.#container(call);
  }

  #image({ name, query }: Call): Answer {
    if (name === 'create') {
      const image = `${query.get('fromImage')}:${query.get('tag') ?? 'latest'}`;
      this.pulled.push(image);
      this.images.add(image);
      return { status: 200, answer: Buffer.from('{"status":"Pull complete"}\n') };
    }
    return this.images.has(name) ? { status: 200, answer: { Id: name } } : missing;
  }

  #volume({ method, name }: Call): Answer {
    if (name === '') {
      const volumes = [...this.volumes].map(([Name, Labels]) => ({ Name, Labels }));
      return { status: 200, answer: { Volumes: volumes } };
    }
    if (!this.volumes.has(name)) return missing;
    if (method === 'DELETE') this.volumes.delete(name);
    return method === 'DELETE' ? { status: 204 } : { status: 200, answer: { Name: name } };
  }

  #network({ name, body }: Call): Answer {
    if (name === 'create') {
      const given = JSON.parse(body.toString()) as { Name: string };
      this.networks.set(given.Name, given);
      return { status: 201, answer: { Id: given.Name } };
    }
    if (!this.networks.has(name)) return missing;
    return { status: 200, answer: { Name: name, IPAM: { Config: [{ Gateway: '127.0.0.1' }] } } };
  }

  #listed({ name, query, body }: Call): Answer {
    if (name === 'create') return this.#create(query.get('name')!, body);
    const listed = this.agents.map(({ id, given, status }) => ({
      Id: id,
      Labels: given.Labels,
      State: status,
    }));
    return { status: 200, answer: listed };
  }

  #create(name: string, body: Buffer): Answer {
    if (this.containers.has(name)) return { status: 409, answer: { message: 'name in use' } };
    const given = JSON.parse(body.toString()) as ContainerGiven;
    if (!this.images.has(given.Image)) return missing;
    for (const { Source: volume } of given.HostConfig.Mounts ?? [])
      // The engine names an anonymous volume itself, and removes it with the container.
      if (volume !== '' && !this.volumes.has(volume)) this.volumes.set(volume, given.Labels);
    const id = `id-${name}`;
    this.containers.set(name, { id, name, given, status: 'created', exitCode: 0 });
    return { status: 201, answer: { Id: id } };
  }

  #container({ method, name, act, query, body }: Call): Answer {
    const container = this.containers.get(name.replace(/^id-/, ''));
    if (!container) return missing;
    if (method === 'DELETE') {
      this.containers.delete(container.name);
      return { status: 204 };
    }
    if (act === 'start') {
      if (container.status === 'running') return { status: 304 };
      container.status = 'running';
      return { status: 204 };
    }
    if (act === 'kill') {
      if (container.status !== 'running')
        return { status: 409, answer: { message: 'not running' } };
      this.signals.push(query.get('signal')!);
      this.exit(container.name, 137);
      return { status: 204 };
    }
    if (act === 'archive' && method === 'GET') {
      const packed = this.packed.get(query.get('path')!);
      return packed ? { status: 200, answer: packed } : missing;
    }
    if (act === 'archive') {
      this.archives.push({ path: query.get('path')!, content: body });
      return { status: 200 };
    }
    const { id, status, exitCode, given } = container;
    const state = { Status: status, ExitCode: exitCode, OOMKilled: false };
    return { status: 200, answer: { Id: id, State: state, Config: { Env: given['Env'] ?? [] } } };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Log of the driver `json-file`: an entry per line, or per 16 KiB of a longer one, all with the time of its first part. */
export class ContainerOutput {
  #entries: LogEntry[] = [];
  readonly #followers = new Set<{ response: ServerResponse; hasTimestamps: boolean }>();
  /** Nanoseconds. */
  #time = 0;

  get followers(): number {
    return this.#followers.size;
  }

  /** `isSameTime`: as the entry before. */
  print(text: string | Buffer, stream: LogEntry['stream'] = 1, isSameTime = false): void {
    if (!isSameTime) this.#time += 1;
    const at = `2026-11-26T17:40:16.${String(this.#time).padStart(9, '0')}Z`;
    const entry = { stream, at, text: Buffer.from(text) };
    this.#entries.push(entry);
    for (const { response, hasTimestamps } of this.#followers)
      response.write(frameOf(entry, hasTimestamps));
  }

  /** The engine keeps only the newest output of a large log. */
  rotate(): void {
    this.#entries = [];
  }

  send(
    response: ServerResponse,
    { follows, hasTimestamps }: { readonly follows: boolean; readonly hasTimestamps: boolean },
  ): void {
    const printed = Buffer.concat(this.#entries.map((entry) => frameOf(entry, hasTimestamps)));
    if (!follows) return void response.end(printed);
    // In two parts, which split a frame.
    response.write(printed.subarray(0, 5));
    response.write(printed.subarray(5));
    const follower = { response, hasTimestamps };
    this.#followers.add(follower);
    response.once('close', () => this.#followers.delete(follower));
  }

  endFollowers(): void {
    for (const { response } of this.#followers) response.end();
  }
}

interface LogEntry {
  /** Standard output, standard error, or a message of the engine. */
  readonly stream: 1 | 2 | 3;
  readonly at: string;
  readonly text: Buffer;
}

function frameOf({ stream, at, text }: LogEntry, hasTimestamps: boolean): Buffer {
  const content =
    hasTimestamps && stream !== 3 ? Buffer.concat([Buffer.from(`${at} `), text]) : text;
  const header = Buffer.alloc(8);
  header[0] = stream;
  header.writeUInt32BE(content.length, 4);
  return Buffer.concat([header, content]);
}

interface Call {
  readonly method: string;
  readonly name: string;
  readonly act: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly answer?: unknown;
}

const missing: Answer = { status: 404, answer: { message: 'no such thing' } };
