import { Server as NetServer, type Socket } from 'node:net';
import type { Server } from 'node:http';
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
  /** Connections without a request until now. Of one that has just come, the first is on its way. */
  readonly #new = new Set<Socket>();
  /** How many answers each has under way: a client may send its next request early. */
  readonly #underWay = new Map<Socket, number>();
  #leaving = false;
  #closing = false;
  #came = 0;
  readonly #ended = Promise.withResolvers<void>();

  constructor(http: Server) {
    this.#http = http;
    // Over TLS, requests come on sockets of their own.
    http.on(http instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#came += 1;
      this.#underWay.set(socket, 0);
      this.#new.add(socket);
      socket.once('close', () => this.#forget(socket));
    });
    http.prependListener('request', ({ socket }, response) => {
      this.#new.delete(socket);
      this.#add(socket, 1);
      // A connection outlives its answer, for the next request of a browser or a proxy: not from now on.
      if (this.#leaving) response.setHeader('Connection', 'close');
      // Comes when the last byte has left, and when the client has.
      response.on('close', () => {
        this.#add(socket, -1);
        if (this.#closing) this.#endIdle(socket);
      });
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
    for (const socket of this.#underWay.keys()) if (!this.#new.has(socket)) this.#endIdle(socket);
    const tooLong = setTimeout(
      () => this.#endNew(),
      Math.min(patienceMilliseconds, drainMilliseconds),
    );
    const late = setTimeout(() => this.#destroyAll(), drainMilliseconds);
    // A server knows nothing of the connections that it has not accepted by itself.
    await Promise.all([closed, this.#underWay.size > 0 && this.#ended.promise]);
    clearTimeout(tooLong);
    clearTimeout(late);
  }

  #endNew(): void {
    for (const socket of this.#new) this.#endIdle(socket);
  }

  #destroyAll(): void {
    for (const socket of this.#underWay.keys()) socket.destroy();
  }

  #forget(socket: Socket): void {
    this.#underWay.delete(socket);
    this.#new.delete(socket);
    if (this.#closing && this.#underWay.size === 0) this.#ended.resolve();
  }

  #add(socket: Socket, change: number): void {
    const count = this.#underWay.get(socket);
    if (count !== undefined) this.#underWay.set(socket, count + change);
  }

  #endIdle(socket: Socket): void {
    if (this.#underWay.get(socket) === 0) socket.destroySoon();
  }
}
