import { createWriteStream, type WriteStream } from 'node:fs';
import { redactSecrets } from '@galley/kernel';

/** Longer lines are taken as several, so that no line is waited for that never ends. */
const longestLine = 64 * 1024;

/**
 * The file of what an agent prints, without secrets of known formats, and never longer than `size` bytes: what comes
 * after that is not kept.
 */
export class AgentLog {
  readonly #file: WriteStream;
  readonly #left: Record<string, string> = {};
  #room: number;

  constructor(path: string, size: number) {
    this.#file = createWriteStream(path, { mode: 0o600 });
    // Where it cannot be written, the agent goes on all the same.
    this.#file.on('error', () => undefined);
    this.#room = size;
  }

  /** `from` tells streams apart whose lines are not to be mixed. */
  add(text: string, from = ''): void {
    const lines = ((this.#left[from] ?? '') + text).split('\n');
    const rest = lines.pop()!;
    this.#left[from] = rest.length > longestLine ? '' : rest;
    if (rest.length > longestLine) lines.push(rest);
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
    // Beside what is counted: a line that says so is worth more than one that is cut.
    if (this.#room <= 0) this.#file.write('\n… What came after this was not kept.\n');
  }
}
