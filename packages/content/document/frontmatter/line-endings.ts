type LineEnding = '\n' | '\r\n';

function countEndings(text: string): { crlf: number; lf: number } {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
    if (text[at - 1] === '\r') crlf += 1;
    else lf += 1;
  }
  return { crlf, lf };
}

/** LF for ties and texts without any. */
export function dominantEnding(text: string): LineEnding {
  const { crlf, lf } = countEndings(text);
  return crlf > lf ? '\r\n' : '\n';
}

const withLf = (text: string): string => text.replaceAll('\r\n', '\n');

/** Browsers treat a lone CR as a line ending. */
const asTextarea = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * Browsers and some JSON clients return all line endings as LF, so a difference in them alone is no change. A new body
 * becomes CRLF where the whole file is. Where the file mixes both and the body is all LF, equal lines at its start and
 * end keep their endings, and the others get the dominant one.
 */
export function keepLineEndings(given: string, present: string, text: string): string {
  if (given === withLf(present) || asTextarea(given) === asTextarea(present)) return present;
  const { crlf, lf } = countEndings(text);
  if (crlf === 0) return given;
  if (lf === 0) return withLf(given).replaceAll('\n', '\r\n');
  return given.includes('\r\n') ? given : carryEndings(given, present, dominantEnding(text));
}

function carryEndings(given: string, present: string, ending: LineEnding): string {
  const wanted = given.split(/(?<=\n)/);
  const there = present.split(/(?<=\n)/);
  const isSame = (a: number, b: number): boolean => wanted[a] === withLf(there[b]!);
  const shorter = Math.min(wanted.length, there.length);
  let head = 0;
  while (head < shorter && isSame(head, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(wanted.length - 1 - tail, there.length - 1 - tail)) {
    tail += 1;
  }
  return [
    ...there.slice(0, head),
    ...wanted.slice(head, wanted.length - tail).map((line) => line.replace('\n', ending)),
    ...there.slice(there.length - tail),
  ].join('');
}
