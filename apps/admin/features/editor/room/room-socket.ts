import { basePath } from '../../../lib/base-path.ts';

export interface Cursor {
  readonly anchor: string;
  readonly head: string;
}

export interface MemberInfo {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly cursor: Cursor | null;
}

/** As `packages/content/rooms/room-member.ts` describes them. */
export type RoomMessage =
  | { readonly type: 'members'; readonly you: string; readonly members: readonly MemberInfo[] }
  | { readonly type: 'state'; readonly generation: string; readonly data: string }
  | { readonly type: 'updates'; readonly updates: readonly { readonly data: string }[] }
  | { readonly type: 'kept' }
  | {
      readonly type: 'cursors';
      readonly cursors: readonly { readonly id: string; readonly cursor: Cursor | null }[];
    }
  | { readonly type: 'moved'; readonly path: string }
  | { readonly type: 'clash'; readonly author: string };

export interface RoomSocketOptions {
  readonly address: () => Readonly<Record<string, string>>;
  readonly onMessage: (message: RoomMessage) => void;
  /** False ends the attempts. */
  readonly onClose: (code: number) => boolean;
}

const firstDelayMs = 300;
const maxDelayMs = 10_000;

/** Connects again and again. Without an answer to the first attempt, as behind some proxies, seldom. */
export class RoomSocket {
  readonly #options: RoomSocketOptions;
  #socket: WebSocket | undefined;
  #timer = 0;
  #delayMs = firstDelayMs;
  #isStopped = false;
  readonly #retry = (): void => {
    this.#delayMs = firstDelayMs;
    if (!this.#socket) this.#connect();
  };

  constructor(options: RoomSocketOptions) {
    this.#options = options;
    addEventListener('online', this.#retry);
    this.#connect();
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  send(message: object): void {
    if (this.isOpen) this.#socket!.send(JSON.stringify(message));
  }

  /** For a connection that no longer answers. */
  reconnect(): void {
    this.#socket?.close();
    this.#end(1006);
  }

  stop(): void {
    this.#isStopped = true;
    removeEventListener('online', this.#retry);
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = undefined;
  }

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const { address, onMessage } = this.#options;
    const query = new URLSearchParams(address());
    const url = new URL(`${basePath}api/rooms?${query.toString()}`, location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      this.#delayMs = firstDelayMs;
      onMessage(JSON.parse(String(data)) as RoomMessage);
    };
    socket.onclose = ({ code }) => {
      if (this.#socket === socket) this.#end(code);
    };
  }

  #end(code: number): void {
    this.#socket = undefined;
    if (this.#isStopped) return;
    if (!this.#options.onClose(code)) {
      this.stop();
      return;
    }
    // Not all pages at once after a restart.
    this.#timer = window.setTimeout(() => this.#connect(), this.#delayMs * (0.5 + Math.random()));
    this.#delayMs = Math.min(2 * this.#delayMs, maxDelayMs);
  }
}
