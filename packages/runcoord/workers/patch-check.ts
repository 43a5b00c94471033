import { runProblems } from '../problems.ts';
import {
  toFileChange,
  type FileChange,
  type FileHeader,
  type Hunk,
  type HunkLine,
  type MoveName,
} from './file-change.ts';
import { pathFault, unquoted } from './patch-path.ts';

/** In bytes of UTF-8. */
export const maxPatchBytes = 1_048_576;

const hunkHeader = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(?: .*)?$/;
const mode = /^(new|deleted) file mode (\d{6})$/;
const indexLine = /^index [0-9a-f]{7,64}\.\.[0-9a-f]{7,64}(?: (\d{6}))?$/;
const similarity = /^(?:dis)?similarity index \d{1,3}%$/;
const named = /^((?:rename|copy) (?:from|to)) (.+)$/;
const plainFile = '100644';

/**
 * Rejects whatever `git diff` would not print, so that git cannot read more into a patch than this parser, and paths
 * out of the tree or into `.git`, links, mode changes and binary files (GAP-RC-MCP-5).
 * @throws `invalid_patch` with the `line`.
 */
export function readPatch(patch: string): FileChange[] {
  return readChanges(patch, false);
}

/**
 * As `readPatch`, but reads hunks with wrong line counts, too, up to the next hunk or file, and marks them. Whether
 * they are meant so, only the base can tell. @throws `invalid_patch`.
 */
export function readMiscountedPatch(patch: string): FileChange[] {
  return readChanges(patch, true);
}

export function isMiscounted(changes: readonly FileChange[]): boolean {
  return changes.some(({ hunks }) => hunks.some(({ isRecounted }) => isRecounted));
}

function readChanges(patch: string, mayMiscount: boolean): FileChange[] {
  const bytes = Buffer.byteLength(patch);
  if (bytes > maxPatchBytes) {
    throw runProblems.invalid_patch(
      `The patch has ${bytes} bytes; the maximum is ${maxPatchBytes}. Split it into several proposals.`,
    );
  }
  const files = new PatchReader(patch, mayMiscount).read();
  if (files.length === 0)
    throw refused(1, 'the patch contains no file; send the output of `git diff`');
  requireOnce(files);
  return files;
}

export function listTouchedPaths(changes: readonly FileChange[]): string[] {
  const touched = changes.flatMap(({ from, to, kind }) => (kind === 'copy' ? [to] : [from, to]));
  return [...new Set(touched.filter((path) => path !== null))].toSorted();
}

/** Changes of a patch must not depend on each other. */
function requireOnce(files: readonly FileChange[]): void {
  const made = new Set<string>();
  const gone = new Set<string>();
  for (const { line, kind, from, to } of files) {
    if (to !== null && made.has(to)) throw refused(line, `the patch changes ${to} twice`);
    if (kind !== 'copy' && from !== null && gone.has(from))
      throw refused(line, `the patch changes ${from} twice`);
    if (to !== null) made.add(to);
    if (kind !== 'copy' && from !== null) gone.add(from);
  }
}

function refused(line: number, what: string): Error {
  return runProblems.invalid_patch(`Line ${line} of the patch: ${what}.`, { line });
}

interface HunkCounts {
  readonly old: number;
  readonly added: number;
}

class PatchReader {
  readonly #lines: readonly string[];
  readonly #files: FileChange[] = [];
  readonly #mayMiscount: boolean;
  #at = 0;

  constructor(patch: string, mayMiscount: boolean) {
    this.#mayMiscount = mayMiscount;
    const lines = patch.split('\n');
    this.#lines = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  }

  read(): FileChange[] {
    while (this.#at < this.#lines.length) this.#readFile();
    return this.#files;
  }

  get #line(): string {
    return this.#lines[this.#at] ?? '';
  }

  #refuse(what: string): never {
    throw refused(this.#at + 1, what);
  }

  #readFile(): void {
    const isGit = this.#line.startsWith('diff --git ');
    const file: FileHeader = { line: this.#at + 1, isGit, extended: new Map(), hunks: [] };
    const emptyPath = isGit ? this.#readGitHeader(file) : undefined;
    if (this.#line.startsWith('--- ')) this.#readContent(file);
    else if (!isGit) this.#refuse('not part of a diff; send only the output of `git diff`');
    const { before, extended } = file;
    if (before === undefined && emptyPath === undefined && extended.size === 0)
      throw refused(file.line, 'the section names no changed file');
    const change = toFileChange(file, emptyPath);
    if (typeof change === 'string') throw refused(file.line, change);
    this.#files.push(change);
  }

  /** The two paths cannot always be separated; the lines below are authoritative. Returns the path of an empty file. */
  #readGitHeader(file: FileHeader): string | undefined {
    const pair = this.#line.slice('diff --git '.length);
    this.#at += 1;
    while (this.#at < this.#lines.length && !/^(?:--- |diff --git )/.test(this.#line)) {
      this.#readExtended(file);
      this.#at += 1;
    }
    const { extended } = file;
    const isEmptyFile = extended.has('added') || extended.has('deleted');
    return !this.#line.startsWith('--- ') && isEmptyFile ? this.#pathOfPair(file, pair) : undefined;
  }

  #pathOfPair({ line }: FileHeader, pair: string): string {
    const half = pair.slice(0, (pair.length - 1) / 2);
    const [old, changed] = [half, pair.slice(half.length + 1)].map((name) => unquoted(name));
    if (old?.slice(2) !== changed?.slice(2) || !old?.startsWith('a/')) {
      throw refused(line, 'the two paths must be the same after a/ and b/');
    }
    return this.#inTree(old, 'a/');
  }

  #readExtended({ extended }: FileHeader): void {
    const line = this.#line;
    const added = mode.exec(line);
    if (added) {
      this.#requirePlain(added[2]!);
      extended.set(added[1] === 'new' ? 'added' : 'deleted', '');
    }
    const index = indexLine.exec(line);
    if (index?.[1] !== undefined) this.#requirePlain(index[1], ['100644', '100755']);
    const moved = named.exec(line);
    if (moved) extended.set(moved[1] as MoveName, this.#inTree(this.#unquote(moved[2]!), ''));
    if (added || index || moved || similarity.test(line)) return;
    if (/^(?:old|new) mode /.test(line)) this.#refuse('proposals may not change file modes');
    if (/^(?:GIT binary patch|Binary files )/.test(line))
      this.#refuse('the file is binary; proposals may only change text files');
    this.#refuse('not part of a diff as `git diff` prints it');
  }

  #requirePlain(given: string, allowed: readonly string[] = [plainFile]): void {
    if (allowed.includes(given)) return;
    const kinds: Readonly<Record<string, string>> = {
      '120000': 'a symbolic link',
      '160000': 'a submodule',
      '100755': 'executable',
    };
    const kind = kinds[given] ?? `of the mode ${given}`;
    this.#refuse(
      `the file is ${kind}; proposals may only contain regular files with mode ${plainFile}`,
    );
  }

  #readContent(file: FileHeader): void {
    file.before = this.#readSide('--- ', 'a/');
    if (!this.#line.startsWith('+++ ')) this.#refuse('expected a +++ line with the path');
    file.after = this.#readSide('+++ ', 'b/');
    while (this.#line.startsWith('@@ ')) file.hunks.push(this.#readHunk());
    if (file.hunks.length === 0) this.#refuse('expected an @@ line and the changed lines');
  }

  /** Null for /dev/null. */
  #readSide(marker: string, prefix: string): string | null {
    // Other programs than git write a timestamp after a tab.
    const [name = ''] = this.#line.slice(marker.length).split('\t');
    const path = this.#unquote(name);
    const inTree = path === '/dev/null' ? null : this.#inTree(path, prefix);
    this.#at += 1;
    return inTree;
  }

  #unquote(name: string): string {
    const path = unquoted(name);
    return path ?? this.#refuse('the quoted path is not valid');
  }

  #inTree(path: string, prefix: string): string {
    if (!path.startsWith(prefix))
      this.#refuse(`the path ${path} must begin with ${prefix}, as \`git diff\` writes it`);
    const inTree = path.slice(prefix.length);
    const fault = pathFault(inTree);
    if (fault !== undefined) this.#refuse(`the path ${inTree} ${fault}`);
    return inTree;
  }

  #readHunk(): Hunk {
    const line = this.#at + 1;
    const header = hunkHeader.exec(this.#line);
    if (!header) this.#refuse('expected a line such as @@ -1,4 +1,5 @@');
    this.#at += 1;
    const counts = { old: Number(header[2] ?? 1), added: Number(header[4] ?? 1) };
    const isRecounted = this.#mayMiscount && !this.#isCountedRight(counts);
    const lines = isRecounted ? this.#readLinesToEnd() : this.#readCountedLines(counts);
    if (lines.every(({ sign }) => sign === ' ')) throw refused(line, 'the hunk changes nothing');
    const starts = { oldStart: Number(header[1]), newStart: Number(header[3]) };
    return { line, ...starts, lines, ...(isRecounted && { isRecounted }) };
  }

  #readCountedLines(counts: HunkCounts): HunkLine[] {
    const left = { ...counts };
    const lines: HunkLine[] = [];
    while (left.old > 0 || left.added > 0) this.#readHunkLine(left, lines);
    if (this.#isEndMark) this.#readEndMark(lines);
    return lines;
  }

  #isCountedRight(counts: HunkCounts): boolean {
    const start = this.#at;
    try {
      this.#readCountedLines(counts);
      return this.#isHunkEnd(this.#at);
    } catch (error) {
      if (runProblems.invalid_patch.is(error)) return false;
      throw error;
    } finally {
      this.#at = start;
    }
  }

  #readLinesToEnd(): HunkLine[] {
    let end = this.#at;
    while (!this.#isHunkEnd(end)) end += 1;
    const next = end;
    // Empty lines at the end belong to no hunk: in a hunk, they would begin with a space.
    while (end > this.#at && this.#lines[end - 1] === '') end -= 1;
    const lines: HunkLine[] = [];
    const endless = { old: Infinity, added: Infinity };
    while (this.#at < end) this.#readHunkLine(endless, lines);
    this.#at = next;
    return lines;
  }

  #isHunkEnd(at: number): boolean {
    const [line, second, third] = this.#lines.slice(at, at + 3);
    if (line === undefined || /^(?:@@ -|diff --git )/.test(line)) return true;
    // A removed and an added line can look like paths.
    const isHeader = line.startsWith('--- ') && second?.startsWith('+++ ') === true;
    return isHeader && third?.startsWith('@@ -') === true;
  }

  #readHunkLine(left: { old: number; added: number }, lines: HunkLine[]): void {
    if (this.#at >= this.#lines.length)
      this.#refuse('the patch ends within a hunk: it has fewer lines than its @@ line declares');
    if (this.#isEndMark) {
      this.#readEndMark(lines);
      return;
    }
    const sign = this.#line[0] ?? ' ';
    if (sign !== ' ' && sign !== '+' && sign !== '-')
      this.#refuse('lines of a hunk must begin with a space, + or -');
    if (sign !== '+') left.old -= 1;
    if (sign !== '-') left.added -= 1;
    if (left.old < 0 || left.added < 0)
      this.#refuse('the hunk has more lines than its @@ line declares');
    lines.push({ sign, text: `${this.#line.slice(1)}\n` });
    this.#at += 1;
  }

  get #isEndMark(): boolean {
    return this.#line.startsWith('\\');
  }

  #readEndMark(lines: HunkLine[]): void {
    const last = lines.pop();
    if (!last?.text.endsWith('\n'))
      return this.#refuse('the end-of-file mark must follow a line of the hunk');
    lines.push({ ...last, text: last.text.slice(0, -1) });
    this.#at += 1;
  }
}
