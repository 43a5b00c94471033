import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as ask,
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream';

export interface ProxyOptions {
  readonly keepAlive?: boolean;
  /** Polls each server for readiness. Without it, every server gets requests. */
  readonly probe?: { readonly path: string; readonly milliseconds: number };
}

type Outcome =
  | 'answered'
  | 'not sent'
  /** The server may have processed the request. */
  | 'broken off';

/** After a broken connection, a 502 or a 503, only a GET or HEAD goes to the next server; unsent requests always do. */
export class RoundRobinProxy implements AsyncDisposable {
  readonly #http = createServer(
    (request, response) => void this.#forward(new Exchange(request, response)),
  );
  readonly #agent: Agent;
  readonly #probe: ProxyOptions['probe'];
  readonly #end = new AbortController();
  #servers: readonly URL[];
  #ready: ReadonlySet<string> = new Set();
  #turn = 0;

  private constructor(servers: readonly string[], { keepAlive = false, probe }: ProxyOptions) {
    this.#servers = servers.map((server) => new URL(server));
    this.#agent = new Agent({ keepAlive });
    this.#probe = probe;
  }

  static async before(
    servers: readonly string[],
    options: ProxyOptions = {},
  ): Promise<RoundRobinProxy> {
    const proxy = new RoundRobinProxy(servers, options);
    await once(proxy.#http.listen(0, '127.0.0.1'), 'listening');
    await proxy.#look();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#http.address() as AddressInfo).port}`;
  }

  use(servers: readonly string[]): void {
    this.#servers = servers.map((server) => new URL(server));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    this.#http.close();
    this.#http.closeAllConnections();
    this.#agent.destroy();
    await once(this.#http, 'close');
  }

  async #forward(exchange: Exchange): Promise<void> {
    const servers = this.#inTurn();
    for (const server of servers) {
      const outcome = await exchange.tryAt(server, this.#agent, server === servers.at(-1));
      if (outcome === 'answered' || (outcome === 'broken off' && !exchange.changesNothing)) break;
    }
    exchange.giveUp();
  }

  #inTurn(): URL[] {
    const takers = this.#probe
      ? this.#servers.filter(({ origin }) => this.#ready.has(origin))
      : this.#servers;
    const first = (this.#turn += 1) % Math.max(takers.length, 1);
    return [...takers.slice(first), ...takers.slice(0, first)];
  }

  async #look(): Promise<void> {
    if (!this.#probe) return;
    const { path, milliseconds } = this.#probe;
    const answers = this.#servers.map(async ({ origin }) => {
      const signal = AbortSignal.timeout(2_000);
      const isReady = await fetch(origin + path, { signal, headers: { connection: 'close' } }).then(
        ({ ok }) => ok,
        // A slow server keeps its state; an unreachable one is not ready.
        () => signal.aborted && this.#ready.has(origin),
      );
      return isReady ? [origin] : [];
    });
    this.#ready = new Set((await Promise.all(answers)).flat());
    if (this.#end.signal.aborted) return;
    const timer = setTimeout(() => void this.#look(), milliseconds);
    this.#end.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }
}

class Exchange {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
  }

  get changesNothing(): boolean {
    return this.#request.method === 'GET' || this.#request.method === 'HEAD';
  }

  async tryAt({ hostname, port }: URL, agent: Agent, isLast: boolean): Promise<Outcome> {
    if (this.#response.closed) return 'answered';
    const { method, url, socket } = this.#request;
    const headers = {
      ...endToEnd(this.#request.headers),
      'x-forwarded-for': socket.remoteAddress,
      'x-forwarded-proto': 'http',
    };
    const asked = ask({ hostname, port, agent, method, path: url, headers });
    const leave = (): void => void asked.destroy();
    this.#response.once('close', leave);
    try {
      return await this.#answerOf(asked, isLast);
    } finally {
      this.#response.off('close', leave);
    }
  }

  giveUp(): void {
    if (this.#response.headersSent) return;
    // Closes the connection, because the rest of the request body is not read.
    this.#response.writeHead(502, { connection: 'close' }).end();
  }

  #answerOf(asked: ClientRequest, isLast: boolean): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    let isSent = false;
    const send = (): void => {
      isSent = true;
      if (this.changesNothing) asked.end();
      else this.#request.pipe(asked);
    };
    asked.once('socket', (socket: Socket) => {
      if (socket.connecting) socket.once('connect', send);
      else send();
    });
    asked.on('error', () => {
      this.#request.unpipe(asked);
      resolve(isSent ? 'broken off' : 'not sent');
    });
    asked.once('response', (answer) => {
      const { statusCode = 502 } = answer;
      if (this.changesNothing && !isLast && (statusCode === 502 || statusCode === 503)) {
        answer.resume();
        resolve('broken off');
        return;
      }
      this.#response.writeHead(statusCode, endToEnd(answer.headers));
      this.#response.flushHeaders();
      pipeline(answer, this.#response, () => resolve('answered'));
    });
    return promise;
  }
}

function endToEnd(headers: OutgoingHttpHeaders): OutgoingHttpHeaders {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...others } = headers;
  return others;
}
