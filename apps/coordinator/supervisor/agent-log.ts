import { createWriteStream, type WriteStream } from 'node:fs';
import { maskSecrets, redacted, redactSecrets } from '@galley/kernel';

/** Longer lines are split, so that an endless line does not fill the memory. */
const maxLineLength = 1024 * 1024;

export interface AgentLogOptions {
  /** In bytes; later output is dropped. */
  readonly size: number;
  /** Token of the session, redacted wherever it appears. */
  readonly token: string | undefined;
  /** Bytes of an earlier log that are in the file; default: a new file. */
  readonly continuedAt?: number;
}

/** Redacts secrets of known formats. Lines of JSON remain valid JSON. */
export class AgentLog {
  readonly #file: WriteStream;
  readonly #left: Record<string, string> = {};
  readonly #token: string | undefined;
  readonly #size: number;
  #written: number;

  constructor(path: string, { size, token, continuedAt = 0 }: AgentLogOptions) {
    this.#file = createWriteStream(path, { mode: 0o600, flags: continuedAt > 0 ? 'a' : 'w' });
    // The agent keeps running if its log cannot be written.
    this.#file.on('error', () => undefined);
    this.#size = size;
    this.#written = continuedAt;
    this.#token = token;
  }

  /** `from` keeps lines of different streams apart. */
  add(text: string, from = ''): void {
    const lines = ((this.#left[from] ?? '') + text).split('\n');
    const rest = lines.pop()!;
    this.#left[from] = rest.length > maxLineLength ? '' : rest;
    if (rest.length > maxLineLength) lines.push(rest);
    if (lines.length > 0) this.#write(lines);
  }

  /** The last line of the stream is incomplete, and so not in the file. */
  hasRest(from = ''): boolean {
    return (this.#left[from] ?? '') !== '';
  }

  /** Resolves to the size of the file when the complete lines are in it. */
  flush(): Promise<number> {
    return new Promise((resolve) => {
      this.#file.write('', () => resolve(this.#written));
    });
  }

  async end(): Promise<void> {
    for (const rest of Object.values(this.#left)) if (rest !== '') this.#write([rest]);
    await this.close();
  }

  /** Without the incomplete lines. */
  async close(): Promise<void> {
    if (this.#file.closed) return;
    await new Promise<void>((resolve) => {
      this.#file.once('close', resolve);
      this.#file.end();
    });
  }

  #write(lines: readonly string[]): void {
    const room = this.#size - this.#written;
    if (room <= 0) return;
    const bytes = Buffer.from(`${this.#redact(lines)}\n`);
    this.#append(bytes.subarray(0, room));
    // Written beyond the limit, so that the truncation is visible.
    if (bytes.length >= room)
      this.#append(Buffer.from('\n… The log limit is reached; later output is discarded.\n'));
  }

  #append(bytes: Buffer): void {
    this.#file.write(bytes);
    this.#written += bytes.length;
  }

  #redact(lines: readonly string[]): string {
    const text = redactLines(lines);
    return this.#token ? text.replaceAll(this.#token, redacted) : text;
  }
}

/** Neighbouring lines of text are redacted together: a private key has several. */
function redactLines(lines: readonly string[]): string {
  const parts: string[] = [];
  let plain: string[] = [];
  const flush = (): void => {
    if (plain.length > 0) parts.push(redactSecrets(plain.join('\n')));
    plain = [];
  };
  for (const line of lines) {
    const json = redactJson(line);
    if (json === undefined) {
      plain.push(line);
    } else {
      flush();
      parts.push(json);
    }
  }
  flush();
  return parts.join('\n');
}

/** `undefined` for a line that is not a JSON object, or too deep to be read. */
function redactJson(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.stringify(maskSecrets(JSON.parse(line) as Record<string, unknown>));
  } catch {
    return undefined;
  }
}
