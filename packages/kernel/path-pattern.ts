import { posix } from 'node:path';

/** A relative path, in which `*` stands for a part of a name and `**` for folders. */
export const pathPatternSyntax = /^(?!\/)(?!.*(^|\/)\.{1,2}(\/|$))[^\\\n\r\t]{1,300}$/;

/** Whether a path is, or lies in, what the pattern names. A path may itself contain characters of patterns. */
export function isInPattern(path: string, pattern: string): boolean {
  return (
    path === pattern ||
    path.startsWith(pattern.endsWith('/') ? pattern : `${pattern}/`) ||
    posix.matchesGlob(path, pattern)
  );
}

/** Whether both may name the same file. Errs on the side of true where wildcards meet wildcards. */
export function mayOverlap(one: string, other: string): boolean {
  return canMeet(segmentsOf(one), segmentsOf(other));
}

const special = /[*?[\]{}()!+@]/;
const anyDepth = '**';

/** A path without wildcards may be a folder. A group that spans folders, such as `{a/b,c}`, counts as any path. */
function segmentsOf(pattern: string): readonly string[] {
  const segments = pattern.replace(/\/+$/, '').split('/');
  if (!special.test(pattern)) return [...segments, anyDepth];
  const group = segments.findIndex((segment) => /[{(][^})]*$/.test(segment));
  return group === -1 ? segments : [...segments.slice(0, group), anyDepth];
}

function canMeet(one: readonly string[], other: readonly string[]): boolean {
  if (one[0] === anyDepth) return canSkip(one, other);
  if (other[0] === anyDepth) return canSkip(other, one);
  const [[first, ...rest], [second, ...others]] = [one, other];
  if (first === undefined || second === undefined) return first === second;
  return canBeSame(first, second) && canMeet(rest, others);
}

/** `**` stands for any number of folders. */
function canSkip(deep: readonly string[], other: readonly string[]): boolean {
  const rest = deep.slice(1);
  return Array.from(other.keys(), (from) => other.slice(from))
    .concat([[]])
    .some((left) => canMeet(rest, left));
}

function canBeSame(one: string, other: string): boolean {
  if (one === other) return true;
  if (special.test(one)) return special.test(other) || posix.matchesGlob(other, one);
  return special.test(other) && posix.matchesGlob(one, other);
}
