import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { limitBodyArrival, uploadArrivalMs } from '@galley/http';
import { kernelProblems } from '@galley/kernel';
import type { ConnectionLimit } from './connection-limit.ts';
import { Connections } from './connections.ts';
import { endWithProblem } from './end-with-problem.ts';
import { answerProbe, type Probe } from './probe.ts';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** What a server proves with who it is: PEM texts. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** How long the body of a request may take to arrive that is not a signed-in upload. */
const bodyArrivalMs = 60_000;
/** How long the head of a request may take, and how often Node looks for those that take longer. */
const headArrivalMs = 10_000;
const checkMs = 5_000;

/** How long what is to be changed waits while the server starts, in milliseconds. */
const patienceMilliseconds = 10_000;

/** Features that neither the admin nor a page of the site uses; what is not listed is left to browsers. */
const permissionsPolicy = [
  'accelerometer',
  'bluetooth',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

export interface GalleyServerOptions {
  /** With a certificate it speaks TLS alone. */
  readonly certificate?: Certificate | undefined;
  /** What probes are told while the server starts, by path. */
  readonly starting?: Readonly<Record<string, Probe>>;
  readonly bodyArrivalMs?: number;
}

/**
 * An HTTP server that listens before the rest is ready, so that a taken port is known at once. Until `serve` is called
 * it answers 503 to whoever reads, since a proxy may ask another server then; of whoever would change something a proxy
 * may not, and they wait for a while.
 */
export class GalleyServer {
  readonly http: Server;
  readonly #starting: Readonly<Record<string, Probe>>;
  readonly #connections: Connections;
  readonly #ready = Promise.withResolvers<RequestListener>();
  #listener: RequestListener = (request, response) => void this.#answerStarting(request, response);

  constructor(options: GalleyServerOptions = {}) {
    const { certificate, starting = {}, bodyArrivalMs: arrivalMs = bodyArrivalMs } = options;
    const answer: RequestListener = (request, response) => {
      limitBodyArrival(request, response, arrivalMs);
      response.setHeader('Permissions-Policy', permissionsPolicy);
      this.#listener(request, response);
    };
    const timeouts = {
      requestTimeout: uploadArrivalMs,
      headersTimeout: headArrivalMs,
      connectionsCheckingInterval: checkMs,
    };
    this.http = certificate
      ? createTlsServer({ ...timeouts, ...certificate }, answer)
      : createServer(timeouts, answer);
    this.#starting = starting;
    this.#connections = new Connections(this.http);
  }

  /** Ends connections beyond the limit; to be called once, before there are any. */
  limit(connections: ConnectionLimit): void {
    this.http.prependListener('connection', (socket) => connections.take(socket));
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

  async #answerStarting(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!.split('?', 1)[0]!;
    if (Object.hasOwn(this.#starting, path)) {
      await answerProbe(request, response, this.#starting[path]!);
      return;
    }
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const late = Promise.withResolvers<RequestListener>();
    const timer = setTimeout(() => late.resolve(answerStarting), isRead ? 0 : patienceMilliseconds);
    const listener = await Promise.race([this.#ready.promise, late.promise]);
    clearTimeout(timer);
    listener(request, response);
  }
}

function answerStarting(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Retry-After', '1');
  const problem = kernelProblems.unavailable('Galley is starting. Try again in a moment.');
  endWithProblem(request, response, problem);
}
