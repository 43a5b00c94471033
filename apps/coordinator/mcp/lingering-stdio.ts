import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** Longer than most tools take, short enough for a program to exit. */
const lastAnswersTimeoutMs = 5_000;

/** Waits after the end of the input for pending answers, so that requests can be piped in. */
export class LingeringStdio extends StdioServerTransport {
  readonly #isIdle: () => boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(input: Readable, output: Writable, isIdle: () => boolean) {
    super(input, output);
    this.#isIdle = isIdle;
  }

  override async close(): Promise<void> {
    if (this.#isIdle()) return this.closeNow();
    this.#timer ??= setTimeout(() => void this.closeNow(), lastAnswersTimeoutMs);
  }

  async closeNow(): Promise<void> {
    clearTimeout(this.#timer);
    await super.close();
  }

  finishRequest(): void {
    if (this.#timer) void this.closeNow();
  }
}
