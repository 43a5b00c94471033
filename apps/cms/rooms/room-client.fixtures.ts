import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import type { Client } from '../client.fixtures.ts';

export interface Heard {
  readonly type: string;
  readonly [name: string]: unknown;
}

interface RoomClientOptions {
  readonly url: string;
  readonly cookie: string | undefined;
  readonly path: string;
  readonly origin?: string;
}

/** A member of a room as the admin is one: one message at a time, and again what was not acknowledged. */
export class RoomClient {
  readonly doc = new Y.Doc();
  readonly text = this.doc.getText('text');
  readonly heard: Heard[] = [];
  path: string;
  url: string;
  closed: number | undefined;
  isShared = false;
  /** Text at the first connection. */
  start = '';
  readonly #options: RoomClientOptions;
  #socket: WebSocket | undefined;
  #pending: Uint8Array[] = [];
  #sent: Uint8Array[] = [];
  #listeners: ((message: Heard) => void)[] = [];

  constructor(options: RoomClientOptions) {
    this.#options = options;
    this.path = options.path;
    this.url = options.url;
    this.doc.clientID = randomInt(1, 2 ** 32 - 1);
    this.doc.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === 'server') return;
      this.#pending.push(update);
      this.#flush();
    });
  }

  static in(client: Client, url: string, path: string): RoomClient {
    return new RoomClient({ url, cookie: client.cookie, path });
  }

  get isKept(): boolean {
    return this.#pending.length === 0 && this.#sent.length === 0;
  }

  /** Rejects when the handshake is refused. */
  async open(): Promise<this> {
    const { url } = this;
    const { cookie, origin = url } = this.#options;
    const query = new URLSearchParams({ path: this.path, client: String(this.doc.clientID) });
    const address = `${url.replace('http', 'ws')}/__admin/api/rooms?${query.toString()}`;
    const socket = new WebSocket(address, {
      headers: { ...(cookie && { cookie }), ...(origin && { origin }) },
    });
    this.#socket = socket;
    this.closed = undefined;
    socket.on('message', (data: Buffer) => {
      if (this.#socket === socket) this.#hear(JSON.parse(data.toString()) as Heard);
    });
    socket.on('error', () => undefined);
    socket.on('close', (code) => {
      if (this.#socket !== socket) return;
      this.closed = code;
      this.isShared = false;
    });
    await once(socket, 'open');
    return this;
  }

  /** Without a farewell, as when a network fails. */
  cut(): void {
    this.#socket?.terminate();
    this.#socket = undefined;
    this.isShared = false;
  }

  sendRaw(data: string | Buffer): void {
    this.#socket!.send(data);
  }

  send(message: object): void {
    this.sendRaw(JSON.stringify(message));
  }

  /** Sends each character as an update of its own, without waiting for the last one. */
  typeSeparately(count: number): void {
    for (let typed = 0; typed < count; typed += 1) {
      const before = Y.encodeStateVector(this.doc);
      this.doc.transact(() => this.text.insert(0, 'x'), 'server');
      const update = Y.encodeStateAsUpdate(this.doc, before);
      this.send({ type: 'update', data: Buffer.from(update).toString('base64') });
    }
  }

  onMessage(listener: (message: Heard) => void): void {
    this.#listeners.push(listener);
  }

  #hear(message: Heard): void {
    this.heard.push(message);
    if (message.type === 'state') this.#join(message['data'] as string);
    if (message.type === 'updates')
      for (const { data } of message['updates'] as { data: string }[]) this.#apply(data);
    if (message.type === 'kept') {
      this.#sent = [];
      this.#flush();
    }
    for (const listener of this.#listeners) listener(message);
  }

  #join(data: string): void {
    this.#apply(data);
    this.#pending = [...this.#sent, ...this.#pending];
    this.#sent = [];
    this.isShared = true;
    this.start ||= this.text.toJSON();
    this.#flush();
  }

  #apply(data: string): void {
    Y.applyUpdate(this.doc, Buffer.from(data, 'base64'), 'server');
  }

  #flush(): void {
    if (!this.isShared || this.#sent.length > 0 || this.#pending.length === 0) return;
    this.#sent = this.#pending.splice(0);
    const data = Buffer.from(Y.mergeUpdates(this.#sent)).toString('base64');
    this.send({ type: 'update', data });
  }
}
