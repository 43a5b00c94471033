import { Server as NetServer, type Socket } from 'node:net';
import type { Server } from 'node:http';
import { Server as TlsServer } from 'node:https';

/**
 * The connections of an HTTP server, and which of them have an answer under way. Node's own idea of an idle one
 * will not do for closing: to it, an answer that is still on its way to a slow client is over.
 */
export class Connections {
  readonly #http: Server;
  /** How many answers each has under way: a client may send its next request early. */
  readonly #underWay = new Map<Socket, number>();
  #closing = false;

  constructor(http: Server) {
    this.#http = http;
    // Over TLS, requests come on sockets of their own.
    http.on(http instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#underWay.set(socket, 0);
      socket.once('close', () => this.#underWay.delete(socket));
    });
    http.prependListener('request', ({ socket }, response) => {
      this.#add(socket, 1);
      // A connection outlives its answer, for the next request of a browser or a proxy: not from now on.
      if (this.#closing) response.setHeader('Connection', 'close');
      // Comes when the last byte has left, and when the client has.
      response.once('close', () => {
        this.#add(socket, -1);
        if (this.#closing) this.#endIdle(socket);
      });
    });
  }

  /** Takes no more connections, and ends each as soon as its answers have gone out, or after `drainMilliseconds`. */
  async close(drainMilliseconds: number): Promise<void> {
    this.#closing = true;
    // Not the HTTP server's own, which cuts off what to it is idle.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.#http, () => resolve());
    });
    for (const socket of this.#underWay.keys()) this.#endIdle(socket);
    const late = setTimeout(() => this.#http.closeAllConnections(), drainMilliseconds);
    await closed;
    clearTimeout(late);
  }

  #add(socket: Socket, change: number): void {
    const count = this.#underWay.get(socket);
    if (count !== undefined) this.#underWay.set(socket, count + change);
  }

  #endIdle(socket: Socket): void {
    if (this.#underWay.get(socket) === 0) socket.destroySoon();
  }
}
