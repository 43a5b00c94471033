export interface LogFrame {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

const headerBytes = 8;

/** Output of a container without a terminal is multiplexed. */
export function framesOf(printed: Buffer): LogFrame[] {
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const frames: LogFrame[] = [];
  for (let at = 0; at + headerBytes <= printed.length;) {
    const stream = printed[at] === 2 ? 'stderr' : 'stdout';
    const begin = at + headerBytes;
    const end = begin + printed.readUInt32BE(at + 4);
    // A frame may end in the middle of a character.
    frames.push({
      stream,
      text: decoders[stream].decode(printed.subarray(begin, end), { stream: true }),
    });
    at = end;
  }
  return frames;
}
