import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { bridgeStdio } from './stdio-bridge.ts';

export interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export class BridgedAgent implements AsyncDisposable {
  readonly faults: string[] = [];
  readonly messages: Message[] = [];
  readonly ended: Promise<void>;
  readonly #input = new PassThrough();
  readonly #output = new PassThrough();
  readonly #end = new AbortController();
  readonly #signals = new EventEmitter().setMaxListeners(0);
  #id = 0;

  constructor(url: string, token: string) {
    createInterface({ input: this.#output }).on('line', (line) => {
      const message = JSON.parse(line) as Message;
      this.messages.push(message);
      this.#signals.emit('message');
    });
    this.ended = bridgeStdio({
      url: new URL(url),
      token,
      input: this.#input,
      output: this.#output,
      onFault: (sentence) => this.faults.push(sentence),
      signal: this.#end.signal,
    });
  }

  /** Uses a protocol revision before 2026-07-28. Returns the request's id. */
  send(method: string, params: object = {}): number {
    this.#id += 1;
    this.write({ jsonrpc: '2.0', id: this.#id, method, params });
    return this.#id;
  }

  write(message: object | string): void {
    this.#input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  }

  async ask(method: string, params: object = {}): Promise<Message> {
    return this.answer(this.send(method, params));
  }

  call(name: string, input: object = {}): Promise<Message> {
    return this.ask('tools/call', { name, arguments: input });
  }

  async message(fits: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = this.messages.find(fits);
      if (found) return found;
      await once(this.#signals, 'message');
    }
  }

  answer(id: number | string): Promise<Message> {
    return this.message((message) => message.id === id && message.method === undefined);
  }

  endInput(): void {
    this.#input.end();
  }

  stop(): void {
    this.#end.abort();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    await this.ended;
  }
}
