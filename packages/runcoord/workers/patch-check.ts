import { runProblems } from '../problems.ts';
import { pathFault, unquoted } from './patch-path.ts';

/** Bytes of UTF-8 that a patch may have. */
export const mostPatchBytes = 1_048_576;

/** What a patch does to one file. */
interface FilePatch {
  readonly line: number;
  readonly paths: Set<string>;
  hunks: number;
}

const hunkHeader = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@(?: .*)?$/;
const mode = /^(?:new file|deleted file) mode (\d{6})$/;
const indexLine = /^index [0-9a-f]{7,64}\.\.[0-9a-f]{7,64}(?: (\d{6}))?$/;
const similarity = /^(?:dis)?similarity index \d{1,3}%$/;
const named = /^(?:rename|copy) (?:from|to) (.+)$/;
const plainFile = '100644';

/**
 * Refuses a patch that reaches out of the repository, or does what nobody can read in it (GAP-RC-MCP-5): paths with
 * `..`, absolute ones and those into `.git`, links, changes of modes, binary files. Every line has to be of a diff as
 * `git diff` prints it, so that nothing that is not understood here is understood by whoever applies it. Returns the
 * paths that it touches. Throws `invalid_patch` with the `line`.
 */
export function checkPatch(patch: string): string[] {
  const bytes = Buffer.byteLength(patch);
  if (bytes > mostPatchBytes) {
    throw runProblems.invalid_patch(
      `The patch has ${bytes} bytes, and may have ${mostPatchBytes}. Split it into several proposals.`,
    );
  }
  const files = new PatchReader(patch).read();
  if (files.length === 0) throw refused(1, 'it has no file; a patch is what `git diff` prints');
  return [...new Set(files.flatMap(({ paths }) => [...paths]))].toSorted();
}

function refused(line: number, what: string): Error {
  return runProblems.invalid_patch(`Line ${line} of the patch: ${what}.`, { line });
}

/** Reads a patch line by line, and throws at the first that is not what it has to be. */
class PatchReader {
  readonly #lines: readonly string[];
  readonly #files: FilePatch[] = [];
  #at = 0;

  constructor(patch: string) {
    const lines = patch.split('\n');
    // After the last line there is nothing.
    this.#lines = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
  }

  read(): FilePatch[] {
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
    const file: FilePatch = { line: this.#at + 1, paths: new Set(), hunks: 0 };
    const isGit = this.#line.startsWith('diff --git ');
    if (isGit) this.#readGitHeader(file);
    if (this.#line.startsWith('--- ')) this.#readContent(file);
    else if (!isGit) this.#refuse('it is not part of a diff; send what `git diff` prints, alone');
    if (file.paths.size === 0) throw refused(file.line, 'it names no file that is changed');
    this.#files.push(file);
  }

  /** The paths after `diff --git` cannot always be told apart; those of the lines below it count. */
  #readGitHeader(file: FilePatch): void {
    const pair = this.#line.slice('diff --git '.length);
    this.#at += 1;
    let isEmptyFile = false;
    while (this.#at < this.#lines.length && !/^(?:--- |diff --git )/.test(this.#line)) {
      isEmptyFile = this.#readExtended(file) || isEmptyFile;
      this.#at += 1;
    }
    if (!this.#line.startsWith('--- ') && isEmptyFile) this.#addPair(file, pair);
  }

  /** An empty file that comes or goes is named nowhere else. */
  #addPair(file: FilePatch, pair: string): void {
    const half = pair.slice(0, (pair.length - 1) / 2);
    const [old, changed] = [half, pair.slice(half.length + 1)].map((name) => unquoted(name));
    if (old?.slice(2) !== changed?.slice(2) || !old?.startsWith('a/')) {
      throw refused(file.line, 'its two paths have to be the same, after a/ and b/');
    }
    this.#addPath(file, old, 'a/');
  }

  /** True of a file that comes or goes. */
  #readExtended(file: FilePatch): boolean {
    const line = this.#line;
    const added = mode.exec(line);
    if (added) this.#requirePlain(added[1]!);
    const index = indexLine.exec(line);
    if (index?.[1] !== undefined) this.#requirePlain(index[1], ['100644', '100755']);
    const moved = named.exec(line);
    if (moved) this.#addPath(file, this.#unquote(moved[1]!), '');
    if (added || index || moved || similarity.test(line)) return Boolean(added);
    if (/^(?:old|new) mode /.test(line))
      this.#refuse('it changes the mode of a file, which a proposal may not');
    if (/^(?:GIT binary patch|Binary files )/.test(line))
      this.#refuse('the file is binary; a proposal changes text alone');
    return this.#refuse('it is not part of a diff as `git diff` prints it');
  }

  #requirePlain(given: string, allowed: readonly string[] = [plainFile]): void {
    if (allowed.includes(given)) return;
    const kinds: Readonly<Record<string, string>> = {
      '120000': 'a link',
      '160000': 'a repository in the repository',
      '100755': 'a file that can be executed',
    };
    const kind = kinds[given] ?? `of the mode ${given}`;
    this.#refuse(`the file is ${kind}; a proposal has plain files alone, of the mode ${plainFile}`);
  }

  #readContent(file: FilePatch): void {
    this.#readSide(file, '--- ', 'a/');
    if (!this.#line.startsWith('+++ ')) this.#refuse('a line with +++ and the path has to be here');
    this.#readSide(file, '+++ ', 'b/');
    while (this.#line.startsWith('@@ ')) this.#readHunk(file);
    if (file.hunks === 0) this.#refuse('a line with @@ has to be here, and what is changed');
  }

  #readSide(file: FilePatch, marker: string, prefix: string): void {
    // What comes after a tab is a time, which other programs than git write.
    const [name = ''] = this.#line.slice(marker.length).split('\t');
    const path = this.#unquote(name);
    if (path !== '/dev/null') this.#addPath(file, path, prefix);
    this.#at += 1;
  }

  #unquote(name: string): string {
    const path = unquoted(name);
    return path ?? this.#refuse('the quoted path cannot be read');
  }

  #addPath(file: FilePatch, path: string, prefix: string): void {
    if (!path.startsWith(prefix))
      this.#refuse(`the path ${path} has to begin with ${prefix}, as \`git diff\` writes it`);
    const inTree = path.slice(prefix.length);
    const fault = pathFault(inTree);
    if (fault !== undefined) this.#refuse(`the path ${inTree} ${fault}`);
    file.paths.add(inTree);
  }

  #readHunk(file: FilePatch): void {
    const header = hunkHeader.exec(this.#line);
    if (!header) this.#refuse('a line such as @@ -1,4 +1,5 @@ has to be here');
    this.#at += 1;
    const left = { old: Number(header[1] ?? 1), added: Number(header[2] ?? 1) };
    while (left.old > 0 || left.added > 0) this.#readHunkLine(left);
    this.#skipEndMark();
    file.hunks += 1;
  }

  #readHunkLine(left: { old: number; added: number }): void {
    if (this.#at >= this.#lines.length)
      this.#refuse('the patch ends in the midst of a change; the numbers after @@ say more lines');
    const kind = this.#line[0] ?? ' ';
    if (kind !== '\\') {
      if (!' +-'.includes(kind)) this.#refuse('a changed line begins with a space, + or -');
      if (kind !== '+') left.old -= 1;
      if (kind !== '-') left.added -= 1;
      if (left.old < 0 || left.added < 0)
        this.#refuse('there are more lines than the numbers after @@ say');
    }
    this.#at += 1;
  }

  /** `\ No newline at end of file` */
  #skipEndMark(): void {
    if (this.#line.startsWith('\\')) this.#at += 1;
  }
}
