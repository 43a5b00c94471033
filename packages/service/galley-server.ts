import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { limitBodyArrival, uploadArrivalMs } from '@galley/http';
import { kernelProblems } from '@galley/kernel';
import type { ConnectionLimit } from './connection-limit.ts';
import { Connections } from './connections.ts';
import { endWithProblem } from './end-with-problem.ts';
import { answerProbe, type Probe } from './probe.ts';
import { answerUpgrade, asksForWebSocket } from './upgrades.ts';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

const bodyArrivalMs = 60_000;
/** Also the interval at which Node checks it. */
const headArrivalMs = 10_000;
const checkMs = 5_000;

/** Changing requests wait this long while the server starts. */
const startTimeoutMs = 10_000;

/** Features that neither the admin nor pages of the site use; unlisted ones keep the browser's default. */
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

export interface Upgrades {
  /** The only address of WebSockets. */
  readonly path: string;
  readonly listener: RequestListener;
}

export interface GalleyServerOptions {
  /** Serves only TLS when given. */
  readonly certificate?: Certificate | undefined;
  readonly starting?: Readonly<Record<string, Probe>>;
  readonly bodyArrivalMs?: number;
}

/**
 * Listens early, so that a taken port fails at once. Until `serve`, reads get 503, so that a proxy can retry them on
 * another server; changes, which a proxy must not retry, wait.
 */
export class GalleyServer {
  readonly http: Server;
  readonly #starting: Readonly<Record<string, Probe>>;
  readonly #connections: Connections;
  #upgrades: Upgrades | undefined;
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
      // Other requests to change the protocol are answered as if they had not asked.
      shouldUpgradeCallback: (request: IncomingMessage) =>
        this.#upgrades !== undefined && asksForWebSocket(request, this.#upgrades.path),
    };
    this.http = certificate
      ? createTlsServer({ ...timeouts, ...certificate }, answer)
      : createServer(timeouts, answer);
    this.http.on('upgrade', (request, socket, head) =>
      answerUpgrade(this.#upgrades!.listener, request, { socket, head }),
    );
    this.#starting = starting;
    this.#connections = new Connections(this.http);
  }

  /** Call it once, before the server listens. */
  limit(connections: ConnectionLimit): void {
    this.http.prependListener('connection', (socket) => connections.take(socket));
  }

  get isLeaving(): boolean {
    return this.#connections.isLeaving;
  }

  /** Each answer becomes the last on its connection, so that clients reconnect elsewhere. */
  leave(): void {
    this.#connections.leave();
  }

  close(drainMilliseconds: number): Promise<void> {
    this.#ready.resolve(answerStarting);
    return this.#connections.close(drainMilliseconds);
  }

  serve(listener: RequestListener, upgrades?: Upgrades): void {
    this.#listener = listener;
    this.#upgrades = upgrades;
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
    const timer = setTimeout(() => late.resolve(answerStarting), isRead ? 0 : startTimeoutMs);
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
