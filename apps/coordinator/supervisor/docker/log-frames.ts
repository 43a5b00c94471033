export interface LogEntry {
  readonly stream: 'stdout' | 'stderr';
  /** Time with nanoseconds. All parts of a long line have the same. */
  readonly at: string;
  /** A line with its newline, or a part of a long one. */
  readonly text: string;
}

const headerBytes = 8;
/** A message of the engine about the log itself, without a time. */
const ofEngine = 3;

/** Splits the multiplexed output of a container, requested with timestamps, into its entries. */
export class LogFrames {
  readonly #decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  #rest: Buffer = Buffer.alloc(0);

  add(chunk: Buffer): LogEntry[] {
    const bytes = Buffer.concat([this.#rest, chunk]);
    const entries: LogEntry[] = [];
    let at = 0;
    while (at + headerBytes <= bytes.length) {
      const begin = at + headerBytes;
      const end = begin + bytes.readUInt32BE(at + 4);
      if (end > bytes.length) break;
      const stream = bytes[at] === 2 ? 'stderr' : 'stdout';
      if (bytes[at] !== ofEngine) entries.push(this.#entry(stream, bytes.subarray(begin, end)));
      at = end;
    }
    this.#rest = bytes.subarray(at);
    return entries;
  }

  #entry(stream: LogEntry['stream'], frame: Buffer): LogEntry {
    const space = frame.indexOf(' ');
    // A long line may be split in the middle of a character.
    const text = this.#decoders[stream].decode(frame.subarray(space + 1), { stream: true });
    return { stream, at: frame.toString('latin1', 0, space), text };
  }
}
