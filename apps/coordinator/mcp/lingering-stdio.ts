import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** Grace period for pending answers: longer than most tools take, short enough for a program to exit. */
const lastAnswersTimeoutMs = 5_000;

/**
 * Standard input and output that stay open after the end of the input until all requests are answered, or for a limited
 * time. So requests can be piped in.
 */
export class LingeringStdio extends StdioServerTransport {
  readonly #isIdle: () => boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(input: Readable, output: Writable, isIdle: () => boolean) {
    super(input, output);
    this.#isIdle = isIdle;
  }

  /** Called by the base class at the end of the input. */
  override async close(): Promise<void> {
    if (this.#isIdle()) return this.closeNow();
    this.#timer ??= setTimeout(() => void this.closeNow(), lastAnswersTimeoutMs);
  }

  async closeNow(): Promise<void> {
    clearTimeout(this.#timer);
    await super.close();
  }

  /** Call when no request is pending. */
  finishRequest(): void {
    if (this.#timer) void this.closeNow();
  }
}
