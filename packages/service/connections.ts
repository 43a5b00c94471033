import { Server as NetServer, type Socket } from 'node:net';
import type { Server, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:https';
import { workOf } from '@galley/http';
import { waitForIdle } from './wait-for-idle.ts';

/** For a new connection to send its first request, once the server closes. */
const timeoutMs = 200;

/** For requests that were cut off after the drain time, to end before the parts that they need. */
const lateMs = 1_000;

/** Node's own idle check would cut off answers that are still on their way to a slow client. */
export class Connections {
  readonly #http: Server;
  /** Pipelined requests are answered in order. `undefined` before the first request of a connection. */
  readonly #last = new Map<Socket, ServerResponse | undefined>();
  /** Requests whose client has left, but which still need the database. */
  readonly #left = new Set<Promise<void>>();
  #leaving = false;
  #closing = false;
  #came = 0;

  constructor(http: Server) {
    this.#http = http;
    // Over TLS, requests arrive on the inner sockets.
    http.on(http instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#came += 1;
      this.#last.set(socket, undefined);
      socket.once('close', () => this.#last.delete(socket));
    });
    http.prependListener('request', ({ socket }, response) => {
      if (!socket.destroyed) this.#last.set(socket, response);
      response.once('close', () => this.#awaitWork(response));
      if (this.#leaving) response.setHeader('Connection', 'close');
      if (this.#closing) this.#endWhenIdle(socket);
    });
  }

  get isLeaving(): boolean {
    return this.#leaving;
  }

  leave(): void {
    this.#leaving = true;
  }

  /** Ends each connection after its answers, or after the drain time. Waits for requests whose client has left. */
  async close(drainMilliseconds: number): Promise<void> {
    this.leave();
    await waitForIdle(() => this.#came);
    this.#closing = true;
    // `http.Server.close` would cut off connections that it considers idle.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.#http, () => resolve());
    });
    for (const [socket, last] of this.#last) if (last) this.#endWhenIdle(socket);
    const tooLong = setTimeout(() => this.#endNew(), Math.min(timeoutMs, drainMilliseconds));
    const isLate = Promise.withResolvers<void>();
    const late = setTimeout(() => {
      this.#destroyAll();
      setTimeout(isLate.resolve, lateMs);
    }, drainMilliseconds);
    await closed;
    await Promise.race([isLate.promise, Promise.all(this.#left)]);
    clearTimeout(tooLong);
    clearTimeout(late);
  }

  #awaitWork(response: ServerResponse): void {
    const work = workOf(response).finally(() => this.#left.delete(work));
    this.#left.add(work);
  }

  #endNew(): void {
    for (const [socket, last] of this.#last) if (!last) this.#endWhenIdle(socket);
  }

  #destroyAll(): void {
    for (const socket of this.#last.keys()) socket.destroy();
  }

  #endWhenIdle(socket: Socket): void {
    const last = this.#last.get(socket);
    if (!last || last.closed) socket.destroySoon();
    // Fires when the last byte is sent, and when the client has left.
    else last.once('close', () => this.#endWhenIdle(socket));
  }
}
