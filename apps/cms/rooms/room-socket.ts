import type { WebSocket, RawData } from 'ws';
import { z } from 'zod';
import {
  contentProblems,
  roomClosings,
  type JoinedRoom,
  type RoomClosing,
  type RoomMember,
  type RoomService,
} from '@galley/content';
import { newId, type Actor, type Clock, type Logger } from '@galley/kernel';
import type { Caller } from '@galley/http';

export interface RoomSocketOptions {
  readonly caller: Caller;
  /** Throws once the person may no longer write. */
  readonly checkAgain: () => Promise<Caller>;
  readonly clients: readonly number[];
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Messages that a slow client has not read. */
const maxUnreadBytes = 8_000_000;
/** A message comes at most this long after its sender's access was checked. */
const accessMs = 1_000;
const idleCheckMs = 15_000;
/** On average, with bursts of twice as many. */
const messagesPerSecond = 200;

const position = z.base64().max(100);

const message = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('update'), data: z.base64() }),
  z.strictObject({
    type: z.literal('cursor'),
    cursor: z.strictObject({ anchor: position, head: position }).nullable(),
  }),
]);

type Message = z.output<typeof message>;

/** A member's WebSocket. Messages are handled in order, each after a check of the session if the last one is old. */
export class RoomSocket implements RoomMember {
  readonly id = newId();
  readonly clients: readonly number[];
  readonly #socket: WebSocket;
  readonly #options: RoomSocketOptions;
  readonly #timer: NodeJS.Timeout;
  #caller: Caller;
  #checkedAt: number;
  #joined: JoinedRoom | undefined;
  #work: Promise<void> = Promise.resolve();
  #isClosed = false;
  #isAlive = true;
  #allowance = 2 * messagesPerSecond;
  #countedAt = performance.now();

  constructor(socket: WebSocket, options: RoomSocketOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#caller = options.caller;
    this.clients = options.clients;
    this.#checkedAt = performance.now();
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => (this.#isAlive = true));
    socket.on('close', () => this.#end());
    // Such as frames that are too large or malformed: ws closes with the code of the protocol.
    socket.on('error', () => undefined);
    this.#timer = setInterval(() => this.#lookAfter(), idleCheckMs);
  }

  readonly actor = (): Actor => this.#caller.actor;

  async join(service: RoomService, path: string): Promise<void> {
    this.#work = this.#join(service, path);
    await this.#work;
  }

  send(text: string): void {
    if (this.#isClosed) return;
    if (this.#socket.bufferedAmount > maxUnreadBytes) this.#socket.terminate();
    else this.#socket.send(text);
  }

  close(reason: RoomClosing): void {
    if (this.#isClosed) return;
    this.#socket.close(roomClosings[reason], reason);
    this.#end();
  }

  async #join(service: RoomService, path: string): Promise<void> {
    try {
      this.#joined = await service.join(this, path);
    } catch (error) {
      this.close(this.#reasonOf(error));
      return;
    }
    if (!this.#joined) this.close('too_many');
    else if (this.#isClosed) this.#joined.leave();
  }

  #reasonOf(error: unknown): RoomClosing {
    if (contentProblems.forbidden.is(error)) return 'forbidden';
    if (contentProblems.not_found.is(error) || contentProblems.invalid_path.is(error))
      return 'gone';
    this.#options.logger.warn('a room could not be joined', { error: String(error) });
    return 'try_again';
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#isClosed) return;
    if (!this.#isWithinRate()) {
      this.close('too_many');
      return;
    }
    const parsed = isBinary ? undefined : parse(data);
    if (!parsed) {
      this.close('malformed');
      return;
    }
    this.#work = this.#work.then(() => this.#handle(parsed));
  }

  async #handle(parsed: Message): Promise<void> {
    if (performance.now() - this.#checkedAt > accessMs) await this.#checkAccess();
    if (this.#isClosed) return;
    if (parsed.type === 'update') this.#joined?.update(Buffer.from(parsed.data, 'base64'));
    else this.#joined?.moveCursor(parsed.cursor);
  }

  async #checkAccess(): Promise<void> {
    try {
      this.#caller = await this.#options.checkAgain();
      this.#checkedAt = performance.now();
    } catch {
      this.close('signed_out');
    }
  }

  #lookAfter(): void {
    if (!this.#isAlive) {
      this.#socket.terminate();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
    this.#work = this.#work.then(() => this.#checkAccess());
  }

  #isWithinRate(): boolean {
    const now = performance.now();
    const most = 2 * messagesPerSecond;
    const earned = ((now - this.#countedAt) / 1000) * messagesPerSecond;
    this.#countedAt = now;
    this.#allowance = Math.min(most, this.#allowance + earned) - 1;
    return this.#allowance >= 0;
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#joined?.leave();
  }
}

function parse(data: RawData): Message | undefined {
  try {
    return message.safeParse(JSON.parse(Buffer.from(data as Buffer).toString())).data;
  } catch {
    return undefined;
  }
}
