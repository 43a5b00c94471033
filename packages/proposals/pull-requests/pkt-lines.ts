/** Line format of git's protocol: four hexadecimal digits of length, then the line; `0000` ends a section. */
export function pktLine(text: string): string {
  return `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`;
}

/** Lines without the end of the line; ends of sections are left out. Undefined for another format. */
export function readPktLines(bytes: Buffer): Buffer[] | undefined {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const digits = bytes.toString('latin1', at, at + 4);
    if (!/^[0-9a-f]{4}$/i.test(digits)) return undefined;
    const length = Number.parseInt(digits, 16);
    if (length > 0 && (length < 4 || at + length > bytes.length)) return undefined;
    if (length > 4) lines.push(bytes.subarray(at + 4, at + length));
    at += Math.max(length, 4);
  }
  return lines;
}
