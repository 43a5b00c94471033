import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import pg from 'pg';

const idle = 'I'.charCodeAt(0);

/** Types of messages that PostgreSQL answers with `ReadyForQuery`: Query and Sync. */
const asking = new Set(['Q', 'S']);

/**
 * Like PgBouncer with `pool_mode = transaction`: a client holds a session until its transaction ends, which leaves its
 * session settings to the next client. Rejects unknown start parameters; needs no password.
 */
export class TransactionPooler implements AsyncDisposable {
  readonly url: string;
  readonly #target: string;
  readonly #size: number;
  readonly #takesTurns: boolean;
  readonly #server: Server;
  readonly #clients = new Set<Socket>();
  readonly #sessions: Session[] = [];
  readonly #free: Session[] = [];
  readonly #waiting: ((session: Session) => void)[] = [];

  private constructor(target: string, server: Server, options: PoolerOptions) {
    const url = new URL(target);
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.url = url.href;
    this.#target = target;
    this.#size = options.size;
    this.#takesTurns = options.takesTurns ?? false;
    this.#server = server.on('connection', (socket) => this.#welcome(socket));
  }

  static async before(target: string, options: PoolerOptions): Promise<TransactionPooler> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TransactionPooler(target, server, options);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) client.destroy();
    this.#server.close();
    await once(this.#server, 'close');
    for (const session of this.#sessions) session.end();
  }

  #welcome(socket: Socket): void {
    this.#clients.add(socket);
    const messages = new Messages();
    let queue: Promise<void> = Promise.resolve();
    let session: Session | undefined;
    const leave = (): void => void (session = undefined);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      this.#clients.delete(socket);
      // No client is left to end the transaction.
      session?.end();
    });
    socket.on('data', (bytes) => {
      for (const message of messages.parse(bytes)) {
        if (message.type === '') greet(socket, message.bytes);
        else if (message.type === 'X') socket.end();
        else
          queue = queue.then(async () => {
            session ??= (await this.#take()).lendTo(socket, leave);
            session.ask(message);
          });
      }
    });
  }

  async #take(): Promise<Session> {
    const free = this.#takesTurns ? this.#free.shift() : this.#free.pop();
    if (free) return free;
    if (this.#sessions.length >= this.#size)
      return new Promise<Session>((resolve) => this.#waiting.push(resolve));
    const session = new Session((back) => {
      const next = this.#waiting.shift();
      if (next) next(back);
      else this.#free.push(back);
    });
    this.#sessions.push(session);
    await session.begin(this.#target);
    return session;
  }
}

export interface PoolerOptions {
  readonly size: number;
  /** Hands out the session that has been idle longest (`server_round_robin`), instead of the last used one. */
  readonly takesTurns?: boolean;
}

class Session {
  readonly #giveBack: (session: Session) => void;
  #socket: Socket | undefined;
  #client: Socket | undefined;
  #leave: () => void = () => undefined;
  #unanswered = 0;

  constructor(giveBack: (session: Session) => void) {
    this.#giveBack = giveBack;
  }

  async begin(target: string): Promise<void> {
    const client = new pg.Client({ connectionString: target });
    await client.connect();
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    for (const event of ['data', 'error', 'end', 'close']) stream.removeAllListeners(event);
    stream.on('error', () => stream.destroy());
    const messages = new Messages({ hasStart: false });
    stream.on('data', (bytes) => {
      for (const message of messages.parse(bytes)) this.#pass(message);
    });
    this.#socket = stream;
  }

  lendTo(client: Socket, leave: () => void): this {
    this.#client = client;
    this.#leave = leave;
    return this;
  }

  ask({ type, bytes }: Message): void {
    if (asking.has(type)) this.#unanswered += 1;
    this.#socket!.write(bytes);
  }

  end(): void {
    this.#socket?.destroy();
  }

  #pass({ type, bytes }: Message): void {
    this.#client?.write(bytes);
    if (type !== 'Z') return;
    this.#unanswered -= 1;
    if (bytes.at(-1) !== idle || this.#unanswered > 0) return;
    this.#client = undefined;
    this.#leave();
    this.#giveBack(this);
  }
}

interface Message {
  /** Empty for a client's first message, which has no type. */
  readonly type: string;
  readonly bytes: Buffer;
}

class Messages {
  #rest = Buffer.alloc(0);
  #isStart: boolean;

  constructor({ hasStart = true } = {}) {
    this.#isStart = hasStart;
  }

  *parse(bytes: Buffer): Generator<Message> {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (;;) {
      const typeLength = this.#isStart ? 0 : 1;
      if (this.#rest.length < typeLength + 4) return;
      const length = typeLength + this.#rest.readUInt32BE(typeLength);
      if (this.#rest.length < length) return;
      const type = this.#isStart ? '' : String.fromCharCode(this.#rest[0]!);
      const message = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      this.#isStart = false;
      yield { type, bytes: message };
    }
  }
}

const knownParameters = new Set(['user', 'database', 'application_name', 'client_encoding']);

function greet(socket: Socket, start: Buffer): void {
  const words = start.subarray(8).toString().split('\0');
  const unknown = words.find(
    (word, at) => at % 2 === 0 && word !== '' && !knownParameters.has(word),
  );
  if (unknown !== undefined) {
    const fields = ['SFATAL', 'C08P01', `Munsupported startup parameter: ${unknown}`, '', ''];
    socket.end(reply('E', Buffer.from(fields.join('\0'))));
    return;
  }
  const authenticated = reply('R', Buffer.alloc(4));
  const key = reply('K', Buffer.alloc(8));
  socket.write(Buffer.concat([authenticated, key, reply('Z', Buffer.from('I'))]));
}

function reply(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5, type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
