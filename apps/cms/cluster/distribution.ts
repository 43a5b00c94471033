import type { Socket } from 'node:net';
import type { ToWorker } from './messages.ts';

/** A worker, as far as connections go. */
export interface Taker {
  /** As of `cluster.Worker`. What cannot be sent is told to `callback` alone. */
  send(
    message: ToWorker,
    socket: Socket,
    options: { readonly keepOpen: true },
    callback: (error: Error | null) => void,
  ): boolean;
}

/**
 * Hands connections to workers in turn. A worker has one on its way at a time, so that who is busy gets fewer; and it
 * stays open here until the worker says that it has come, so that what was sent to a worker that dies goes to another.
 */
export class Distribution {
  readonly #waiting: Socket[] = [];
  readonly #workers = new Set<Taker>();
  /** Those of them with nothing on the way; who has waited longest comes first. */
  readonly #free = new Set<Taker>();
  readonly #onTheWay = new Map<Taker, Socket>();
  readonly #withoutWorker: (socket: Socket) => void;
  #drained: (() => void) | undefined;

  /** `withoutWorker` takes what comes while there is no worker. */
  constructor(withoutWorker: (socket: Socket) => void) {
    this.#withoutWorker = withoutWorker;
  }

  /** The socket is paused: what comes in is for the worker. */
  take(socket: Socket): void {
    this.#waiting.push(socket);
    this.#hand();
  }

  add(worker: Taker): void {
    this.#workers.add(worker);
    this.#free.add(worker);
    this.#hand();
  }

  /** The worker has what was sent to it. */
  acknowledge(worker: Taker): void {
    const socket = this.#onTheWay.get(worker);
    if (!socket) return;
    // Closes it for this process alone.
    socket.destroy();
    this.#onTheWay.delete(worker);
    if (this.#workers.has(worker)) this.#free.add(worker);
    this.#hand();
  }

  /** The worker is sent no more; what is on the way to it, it takes. */
  retire(worker: Taker): void {
    this.#workers.delete(worker);
    this.#free.delete(worker);
    this.#hand();
  }

  /** The worker has ended: what it has not acknowledged, it will not. */
  remove(worker: Taker): void {
    const socket = this.#onTheWay.get(worker);
    this.#onTheWay.delete(worker);
    if (socket) this.#waiting.unshift(socket);
    this.retire(worker);
  }

  /** Resolves when all that came has been taken. */
  async drain(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#drained = resolve;
    this.#hand();
    await promise;
  }

  #hand(): void {
    for (const worker of this.#free) {
      const socket = this.#waiting.shift();
      if (!socket) break;
      this.#free.delete(worker);
      this.#onTheWay.set(worker, socket);
      // A worker that cannot be reached has ended, and is removed for that.
      worker.send({ kind: 'connection' }, socket, { keepOpen: true }, () => undefined);
    }
    if (this.#workers.size === 0)
      this.#waiting.splice(0).forEach((socket) => this.#withoutWorker(socket));
    if (this.#waiting.length === 0 && this.#onTheWay.size === 0) this.#drained?.();
  }
}
