import type { Socket } from 'node:net';
import { addressesOf, isLoopbackHost, networkOf, type Logger } from '@galley/kernel';

export interface ConnectionLimitOptions {
  /** 0 for no limit. */
  readonly perAddress: number;
  /** Clients of a proxy share its connections. */
  readonly trustedProxies: readonly string[];
  readonly logger: Logger;
}

const logPauseMs = 60_000;

/** Loopback addresses and trusted proxies are exempt. */
export class ConnectionLimit {
  readonly #options: ConnectionLimitOptions;
  readonly #isProxy: (address: string) => boolean;
  readonly #counts = new Map<string, number>();
  #nextLog = 0;

  constructor(options: ConnectionLimitOptions) {
    this.#options = options;
    this.#isProxy = addressesOf(options.trustedProxies);
  }

  take(socket: Socket): void {
    const { perAddress } = this.#options;
    const address = socket.remoteAddress;
    // `undefined` when the connection is already closed.
    if (perAddress === 0 || address === undefined) return;
    if (isLoopbackHost(address) || this.#isProxy(address)) return;
    const network = networkOf(address);
    const open = this.#counts.get(network) ?? 0;
    if (open >= perAddress) {
      this.#log(network);
      socket.destroy();
      return;
    }
    this.#counts.set(network, open + 1);
    socket.once('close', () => this.#release(network));
  }

  #release(network: string): void {
    const open = this.#counts.get(network)! - 1;
    if (open === 0) this.#counts.delete(network);
    else this.#counts.set(network, open);
  }

  #log(address: string): void {
    const now = performance.now();
    if (now < this.#nextLog) return;
    this.#nextLog = now + logPauseMs;
    const { perAddress: limit, logger } = this.#options;
    logger.warn('connections refused, too many from one address', { address, limit });
  }
}
