/** A relative path, in which `*` stands for a part of a name and `**` for folders. */
export const pathPatternSyntax = /^(?!\/)(?!.*(^|\/)\.{1,2}(\/|$))[^\\\n\r\t]{1,300}$/;

/** Whether a path is, or lies in, what the pattern names. A path may itself contain asterisks. */
export function isInPattern(path: string, pattern: string): boolean {
  return path === pattern || canMeet(path.split('/'), segmentsOf(pattern), isName);
}

/** Whether both may name the same file. Errs on the side of true where asterisks meet asterisks. */
export function mayOverlap(one: string, other: string): boolean {
  return canMeet(segmentsOf(one), segmentsOf(other), mayBeSame);
}

const anyDepth = '**';

/** A path without wildcards may be a folder. */
function segmentsOf(pattern: string): readonly string[] {
  const segments = pattern.replace(/\/+$/, '').split('/');
  return pattern.includes('*') ? segments : [...segments, anyDepth];
}

/** `**` stands for any number of folders. Agents write patterns, so each pair of segments is compared only once. */
function canMeet(
  one: readonly string[],
  other: readonly string[],
  isSame: (name: string, pattern: string) => boolean,
): boolean {
  const known = new Map<number, boolean>();
  const meet = (i: number, j: number): boolean => {
    const key = i * (other.length + 1) + j;
    const found = known.get(key) ?? compare(i, j);
    known.set(key, found);
    return found;
  };
  const compare = (i: number, j: number): boolean => {
    const [first, second] = [one[i], other[j]];
    if (first === anyDepth) return meet(i + 1, j) || (second !== undefined && meet(i, j + 1));
    if (second === anyDepth) return meet(i, j + 1) || (first !== undefined && meet(i + 1, j));
    if (first === undefined || second === undefined) return first === second;
    return isSame(first, second) && meet(i + 1, j + 1);
  };
  return meet(0, 0);
}

function mayBeSame(one: string, other: string): boolean {
  if (one.includes('*')) return other.includes('*') || isName(other, one);
  return isName(one, other);
}

/** `*` stands for any part of a name. */
function isName(name: string, pattern: string): boolean {
  const [first, ...others] = pattern.split('*') as [string, ...string[]];
  const last = others.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return name.length - last.length >= at && name.endsWith(last);
}
