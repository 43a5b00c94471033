import { Writable } from 'node:stream';

const maxHeldLines = 200;

/** Buffers log lines while a full-screen view is shown: the last 200 of them, until `flush`. */
export class LineBuffer extends Writable {
  readonly #lines: string[] = [];
  #leftOut = 0;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#lines.push(chunk.toString());
    if (this.#lines.length > maxHeldLines) {
      this.#lines.shift();
      this.#leftOut += 1;
    }
    done();
  }

  flush(to: NodeJS.WritableStream): void {
    if (this.#leftOut > 0) to.write(`(${this.#leftOut} earlier log lines omitted)\n`);
    for (const line of this.#lines.splice(0)) to.write(line);
    this.#leftOut = 0;
  }
}
