import { Server as NetServer, type Socket } from 'node:net';
import type { Server, ServerResponse } from 'node:http';
import { Server as TlsServer } from 'node:https';
import { untilNobodyComes } from './until-nobody-comes.ts';

/** For the first request of a new connection, once the server closes. */
const patienceMilliseconds = 200;

/**
 * The connections of an HTTP server, and which of them have an answer under way. Node's own idea of an idle one
 * will not do for closing: to it, an answer that is still on its way to a slow client is over.
 */
export class Connections {
  readonly #http: Server;
  /**
   * The last answer of each; a client may send its next request early, but is answered in turn. Undefined while there
   * was no request until now: of a connection that has just come, the first is on its way.
   */
  readonly #last = new Map<Socket, ServerResponse | undefined>();
  #leaving = false;
  #closing = false;
  #came = 0;

  constructor(http: Server) {
    this.#http = http;
    // Over TLS, requests come on sockets of their own.
    http.on(http instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#came += 1;
      this.#last.set(socket, undefined);
      socket.once('close', () => this.#last.delete(socket));
    });
    http.prependListener('request', ({ socket }, response) => {
      if (!socket.destroyed) this.#last.set(socket, response);
      // A connection outlives its answer, for the next request of a browser or a proxy: not from now on.
      if (this.#leaving) response.setHeader('Connection', 'close');
      if (this.#closing) this.#endWhenIdle(socket);
    });
  }

  get isLeaving(): boolean {
    return this.#leaving;
  }

  /** From now on, each answer is the last one on its connection. */
  leave(): void {
    this.#leaving = true;
  }

  /** Takes no more connections, and ends each as soon as its answers have gone out, or after `drainMilliseconds`. */
  async close(drainMilliseconds: number): Promise<void> {
    this.leave();
    await untilNobodyComes(() => this.#came);
    this.#closing = true;
    // Not the HTTP server's own, which cuts off what to it is idle.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.#http, () => resolve());
    });
    for (const [socket, last] of this.#last) if (last) this.#endWhenIdle(socket);
    const tooLong = setTimeout(
      () => this.#endNew(),
      Math.min(patienceMilliseconds, drainMilliseconds),
    );
    const late = setTimeout(() => this.#destroyAll(), drainMilliseconds);
    await closed;
    clearTimeout(tooLong);
    clearTimeout(late);
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
    // Comes when the last byte has left, and when the client has.
    else last.once('close', () => this.#endWhenIdle(socket));
  }
}
