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

/** The line ending that most lines have; LF where there is none, or as many of each. */
export function dominantEnding(text: string): LineEnding {
  const { crlf, lf } = countEndings(text);
  return crlf > lf ? '\r\n' : '\n';
}

const withLf = (text: string): string => text.replaceAll('\r\n', '\n');

/** As a browser does it, for which a lone CR is a line ending as well. */
const asTextarea = (text: string): string => text.replace(/\r\n?/g, '\n');

/**
 * The body to write for the one a client gives. Editors in a browser, and some JSON clients, hand line endings back
 * as LF whatever they were, so line endings alone are no change:
 * - a body that differs from the present one in line endings only is the present one;
 * - where all of the file is CRLF, a new body is made CRLF;
 * - a new body all in LF for a file that mixes the two keeps the endings of the lines at its start and end that are
 *   the same, and gets the file's dominant ending in between;
 * - anything else is taken as it is.
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
