import { open, type FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { setTimeout as pause } from 'node:timers/promises';

const chunkBytes = 64 * 1024;
const pollIntervalMs = 200;

export interface TailOptions {
  readonly lines: number;
  /** Follows the file until aborted; without it, stops at the end of the file. */
  readonly follow?: AbortSignal;
}

/** Yields the last lines of a file, then new ones; restarts at the top of a truncated or replaced file. */
export async function* tailFile(
  file: string,
  { lines, follow }: TailOptions,
): AsyncGenerator<string> {
  let source = await open(file);
  try {
    let { ino } = await source.stat();
    let at = await startOfLast(source, lines);
    const splitter = new LineSplitter();
    for (;;) {
      for await (const chunk of readFrom(source, at)) {
        at += chunk.length;
        yield* splitter.take(chunk);
      }
      if (follow === undefined || follow.aborted) break;
      await pause(pollIntervalMs, undefined, { signal: follow }).catch(() => undefined);
      const next = await replaced(file, ino);
      if (next !== undefined) {
        await source.close();
        source = next;
        ({ ino } = await source.stat());
        at = 0;
      } else if ((await source.stat()).size < at) at = 0;
    }
    yield* splitter.end();
  } finally {
    await source.close();
  }
}

/** Opens the file that replaced this one; `undefined` while it is the same, or missing for a moment. */
async function replaced(file: string, ino: number): Promise<FileHandle | undefined> {
  const found = await open(file).catch(() => undefined);
  if (found === undefined) return undefined;
  if ((await found.stat()).ino !== ino) return found;
  await found.close();
  return undefined;
}

async function* readFrom(source: FileHandle, from: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.alloc(chunkBytes);
  for (let at = from; ;) {
    const { bytesRead } = await source.read(buffer, 0, chunkBytes, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield Buffer.from(buffer.subarray(0, bytesRead));
  }
}

async function startOfLast(source: FileHandle, lines: number): Promise<number> {
  const { size } = await source.stat();
  const buffer = Buffer.alloc(chunkBytes);
  let found = 0;
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - chunkBytes);
    const { bytesRead } = await source.read(buffer, 0, end - start, start);
    for (let at = bytesRead - 1; at >= 0; at -= 1) {
      // A newline at the very end terminates the last line; it starts no new one.
      if (buffer[at] !== 0x0a || start + at === size - 1) continue;
      found += 1;
      if (found === lines) return start + at + 1;
    }
    end = start;
  }
  return lines === 0 ? size : 0;
}

class LineSplitter {
  readonly #decoder = new StringDecoder('utf8');
  #rest = '';

  *take(chunk: Buffer): Generator<string> {
    const parts = (this.#rest + this.#decoder.write(chunk)).split(/\r?\n/);
    this.#rest = parts.pop()!;
    yield* parts;
  }

  *end(): Generator<string> {
    const last = this.#rest + this.#decoder.end();
    if (last !== '') yield last;
  }
}
