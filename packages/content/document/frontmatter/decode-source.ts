import { positionAt, type SourceProblem } from './source-problem.ts';

/** Keeps the byte order mark. Invalid UTF-8 is a problem, never U+FFFD: saving would then write the replacement. */
export function decodeSource(
  bytes: Uint8Array,
): { text: string; problem: null } | { text: null; problem: SourceProblem } {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    return { text: decoder.decode(bytes), problem: null };
  } catch {
    const before = validStart(bytes);
    const wrong = bytes[new TextEncoder().encode(before).length]!;
    const byte = `0x${wrong.toString(16).toUpperCase().padStart(2, '0')}`;
    const message = `The file is not valid UTF-8: unexpected byte ${byte}. Save the file as UTF-8.`;
    return { text: null, problem: { message, ...positionAt(before, before.length) } };
  }
}

/** By bisection: a prefix with a wrong byte stays invalid when extended. */
function validStart(bytes: Uint8Array): string {
  let valid = 0;
  let tooLong = bytes.length + 1;
  while (tooLong - valid > 1) {
    const middle = (valid + tooLong) >> 1;
    if (decodeStart(bytes.subarray(0, middle)) === undefined) tooLong = middle;
    else valid = middle;
  }
  return decodeStart(bytes.subarray(0, valid)) ?? '';
}

/** As the start of a stream, which omits a character cut off at the end. */
function decodeStart(bytes: Uint8Array): string | undefined {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    return decoder.decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}
