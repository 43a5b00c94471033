import { createWriteStream, type WriteStream } from 'node:fs';
import { redactSecrets } from '@galley/kernel';

/** Longer lines are split, so that an endless line does not fill the memory. */
const maxLineLength = 64 * 1024;

/** Redacts secrets of known formats. Drops output above `size` bytes. */
export class AgentLog {
  readonly #file: WriteStream;
  readonly #left: Record<string, string> = {};
  #room: number;

  constructor(path: string, size: number) {
    this.#file = createWriteStream(path, { mode: 0o600 });
    // The agent keeps running if its log cannot be written.
    this.#file.on('error', () => undefined);
    this.#room = size;
  }

  /** `from` keeps lines of different streams apart. */
  add(text: string, from = ''): void {
    const lines = ((this.#left[from] ?? '') + text).split('\n');
    const rest = lines.pop()!;
    this.#left[from] = rest.length > maxLineLength ? '' : rest;
    if (rest.length > maxLineLength) lines.push(rest);
    if (lines.length > 0) this.#write(`${lines.join('\n')}\n`);
  }

  async end(): Promise<void> {
    for (const rest of Object.values(this.#left)) if (rest !== '') this.#write(`${rest}\n`);
    await new Promise<void>((resolve) => {
      this.#file.once('close', resolve);
      this.#file.end();
    });
  }

  #write(text: string): void {
    if (this.#room <= 0) return;
    const bytes = Buffer.from(redactSecrets(text));
    this.#file.write(bytes.subarray(0, this.#room));
    this.#room -= bytes.length;
    // Written beyond the limit, so that the truncation is visible.
    if (this.#room <= 0)
      this.#file.write('\n… The log limit is reached; later output is discarded.\n');
  }
}
