import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { Connections } from './connections.ts';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** What a server proves with who it is: PEM texts. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/**
 * How long a request may take to arrive, in milliseconds: a large file over a slow line takes long. Whoever sends
 * nothing at all meanwhile is cut off by whoever reads.
 */
const longestArrival = 60 * 60_000;

/** How long what is to be changed waits while the server starts, in milliseconds. */
const patienceMilliseconds = 10_000;

/**
 * An HTTP server that listens before the rest is ready, so that a taken port is known at once. Until `serve` is called
 * it answers 503 to whoever reads, since a proxy may ask another server then; of whoever would change something a proxy
 * may not, and they wait for a while.
 */
export class GalleyServer {
  readonly http: Server;
  readonly #connections: Connections;
  readonly #ready = Promise.withResolvers<RequestListener>();
  #listener: RequestListener = (request, response) => void this.#answerStarting(request, response);
  #isTaking = false;

  /** With a certificate it speaks TLS alone. */
  constructor(certificate?: Certificate) {
    const answer: RequestListener = (request, response) => this.#listener(request, response);
    this.http = certificate ? createTlsServer(certificate, answer) : createServer(answer);
    this.http.requestTimeout = longestArrival;
    this.#connections = new Connections(this.http);
  }

  /** Whether it is about to close. */
  get isLeaving(): boolean {
    return this.#connections.isLeaving;
  }

  /** Has whoever keeps connections open the next one elsewhere: each answer from now on is the last one on its own. */
  leave(): void {
    this.#connections.leave();
  }

  /** Finishes the answers under way, for at most so long. */
  close(drainMilliseconds: number): Promise<void> {
    // Whoever still waits for the start waits in vain.
    this.#ready.resolve(answerStarting);
    return this.#connections.close(drainMilliseconds);
  }

  serve(listener: RequestListener): void {
    this.#listener = listener;
    this.#ready.resolve(listener);
  }

  /** Answers on a connection that was accepted elsewhere, in place of listening. */
  take(socket: Socket): void {
    // With this, Node begins to end connections whose requests do not come to their end.
    if (!this.#isTaking) this.http.emit('listening');
    this.#isTaking = true;
    // As the connections are that a server accepts by itself.
    socket.allowHalfOpen = true;
    socket.setNoDelay(true);
    this.http.emit('connection', socket);
    socket.resume();
  }

  async #answerStarting(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const late = Promise.withResolvers<RequestListener>();
    const timer = setTimeout(() => late.resolve(answerStarting), isRead ? 0 : patienceMilliseconds);
    const listener = await Promise.race([this.#ready.promise, late.promise]);
    clearTimeout(timer);
    listener(request, response);
  }
}

function answerStarting(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Retry-After': '1',
    'Cache-Control': 'no-store',
  });
  response.end('Galley is starting. Try again in a moment.\n');
}
