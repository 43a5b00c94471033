/**
 * What a pack's difference makes of its base. It is the two sizes, and then either copies (a byte whose top bit is set;
 * its other bits say which bytes of offset and length follow) or up to 127 bytes of its own.
 */
export function applyDelta(base: Buffer, delta: Buffer): Buffer {
  let at = 0;
  const number = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = delta[at++]!;
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
    }
  };
  const bytes = (bits: number, count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index++)
      if (bits & (1 << index)) value += delta[at++]! * 256 ** index;
    return value;
  };
  number();
  const size = number();
  const parts: Buffer[] = [];
  while (at < delta.length) {
    const command = delta[at++]!;
    if (command & 0x80) {
      const offset = bytes(command, 4);
      const length = bytes(command >> 4, 3) || 0x10000;
      parts.push(base.subarray(offset, offset + length));
    } else {
      parts.push(delta.subarray(at, at + command));
      at += command;
    }
  }
  const made = Buffer.concat(parts);
  if (made.length !== size) throw new Error('A pack of the repository is damaged.');
  return made;
}
