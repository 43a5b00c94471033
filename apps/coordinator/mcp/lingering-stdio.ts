import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** Longer than most tools take, and shorter than anybody waits for a program to end. */
const lastAnswersMilliseconds = 5_000;

/**
 * Standard input and output, open for answers to what was asked before the input ended: for a while, or until there
 * are none left. So that messages can be piped in, too.
 */
export class LingeringStdio extends StdioServerTransport {
  readonly #isIdle: () => boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(input: Readable, output: Writable, isIdle: () => boolean) {
    super(input, output);
    this.#isIdle = isIdle;
  }

  /** As the end of the input has it. */
  override async close(): Promise<void> {
    if (this.#isIdle()) return this.closeNow();
    this.#timer ??= setTimeout(() => void this.closeNow(), lastAnswersMilliseconds);
  }

  async closeNow(): Promise<void> {
    clearTimeout(this.#timer);
    await super.close();
  }

  /** To be told when nothing is left to be answered. */
  settled(): void {
    if (this.#timer) void this.closeNow();
  }
}
