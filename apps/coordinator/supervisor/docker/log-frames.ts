export interface LogFrame {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

const headerBytes = 8;

/** What a container without a terminal printed, as the engine sends it: pieces, each with its stream and its length. */
export function framesOf(printed: Buffer): LogFrame[] {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const frames: LogFrame[] = [];
  for (let at = 0; at + headerBytes <= printed.length;) {
    const stream = printed[at] === 2 ? 'stderr' : 'stdout';
    const begin = at + headerBytes;
    const end = begin + printed.readUInt32BE(at + 4);
    // A character may be cut by the end of a piece.
    frames.push({
      stream,
      text: decoders[stream].decode(printed.subarray(begin, end), { stream: true }),
    });
    at = end;
  }
  return frames;
}
