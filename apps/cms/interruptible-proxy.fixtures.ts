import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Can be cut and restored, or turned silent: it accepts connections, but forwards no data. */
export class InterruptibleProxy {
  readonly url: string;
  readonly #port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;

  private constructor(server: Server, target: URL) {
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    const url = new URL(target);
    url.host = `127.0.0.1:${this.#port}`;
    this.url = url.href;
    server.on('connection', (near) => {
      const far = connect({ host: target.hostname, port: Number(target.port) });
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => [near, far].forEach((end) => end.destroy()));
        socket.on('close', () => this.#sockets.delete(socket));
      }
      this.#pass(near, far);
      this.#pass(far, near);
    });
  }

  static async to(target: URL): Promise<InterruptibleProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new InterruptibleProxy(server, target);
  }

  async cut(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server.close(), 'close');
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
  }

  silence(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.pause();
  }

  speak(): void {
    this.#isSilent = false;
    for (const socket of this.#sockets) socket.resume();
  }

  #pass(from: Socket, to: Socket): void {
    from.on('data', (bytes) => void to.write(bytes));
    from.on('end', () => to.end());
    if (this.#isSilent) from.pause();
  }

  async restore(): Promise<void> {
    await once(this.#server.listen(this.#port, '127.0.0.1'), 'listening');
  }
}
