export interface Hunk {
  /** Line in the patch, counted from 1. */
  readonly line: number;
  /** Counted from 1; 0 for an empty side. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly HunkLine[];
  /** The @@ line had wrong line counts. Such a hunk must match at exactly one place. */
  readonly isRecounted?: true;
}

export interface HunkLine {
  readonly sign: ' ' | '+' | '-';
  /** Includes the line break, unless the file ends without one. */
  readonly text: string;
}

/** `from` is null for a new file, `to` for a removed one. */
export type FileChange = {
  readonly line: number;
  readonly hunks: readonly Hunk[];
} & (
  | { readonly kind: 'add'; readonly from: null; readonly to: string }
  | { readonly kind: 'delete'; readonly from: string; readonly to: null }
  | { readonly kind: 'change' | 'rename' | 'copy'; readonly from: string; readonly to: string }
);

export interface FileHeader {
  readonly line: number;
  /** Starts with `diff --git`: then the extended header lines say what happens to the file. */
  readonly isGit: boolean;
  readonly extended: Map<'added' | 'deleted' | MoveName, string>;
  /** Paths of the `---` and `+++` lines; null for /dev/null, `undefined` without the line. */
  before?: string | null;
  after?: string | null;
  readonly hunks: Hunk[];
}

export type MoveName = `${'rename' | 'copy'} ${'from' | 'to'}`;

/** Returns a string, the end of a sentence, if the change is invalid. */
export function toFileChange(file: FileHeader, emptyPath: string | undefined): FileChange | string {
  const moved = moveOf(file);
  if (typeof moved === 'string') return moved;
  return moved ? withContent(file, moved) : (contentChange(file, emptyPath) ?? hunkFault(file));
}

function withContent(
  file: FileHeader,
  moved: { readonly kind: 'rename' | 'copy'; readonly from: string; readonly to: string },
): FileChange | string {
  const { before = moved.from, after = moved.to, line, hunks } = file;
  if (before !== moved.from || after !== moved.to)
    return 'the paths after --- and +++ must match the rename or copy lines';
  return { ...moved, line, hunks };
}

function moveOf({ extended }: FileHeader) {
  const kinds = (['rename', 'copy'] as const).filter(
    (kind) => extended.has(`${kind} from`) || extended.has(`${kind} to`),
  );
  const [kind] = kinds;
  if (kind === undefined) return undefined;
  const [from, to] = [extended.get(`${kind} from`), extended.get(`${kind} to`)];
  if (kinds.length > 1 || extended.has('added') || extended.has('deleted'))
    return 'a file section may only do one of: rename, copy, add, delete';
  if (from === undefined || to === undefined)
    return `a ${kind} needs both a "${kind} from" and a "${kind} to" line`;
  return from === to ? `the source and the target of the ${kind} are the same` : { kind, from, to };
}

type Kind = 'add' | 'delete' | 'change';

function kindOf({ isGit, extended, before, after }: FileHeader): Kind | undefined {
  const isAdded = isGit ? extended.has('added') : before === null;
  const isDeleted = isGit ? extended.has('deleted') : after === null;
  if (isAdded && isDeleted) return undefined;
  if (isAdded) return 'add';
  return isDeleted ? 'delete' : 'change';
}

function contentChange(file: FileHeader, emptyPath: string | undefined): FileChange | undefined {
  const { line, hunks } = file;
  const kind = kindOf(file);
  const [from, to] = [file.before, file.after].map((side) =>
    side === undefined ? emptyPath : side,
  );
  if (kind === 'add' && isPath(to) && !isPath(file.before) && isWhole(hunks, '+'))
    return { kind, from: null, to, line, hunks };
  if (kind === 'delete' && isPath(from) && !isPath(file.after) && isWhole(hunks, '-'))
    return { kind, from, to: null, line, hunks };
  if (kind !== 'change' || !isPath(from) || from !== to) return undefined;
  return { kind, from, to: from, line, hunks };
}

function isPath(side: string | null | undefined): side is string {
  return typeof side === 'string';
}

function isWhole(hunks: readonly Hunk[], sign: '+' | '-'): boolean {
  return hunks.length <= 1 && hunks.every(({ lines }) => lines.every((one) => one.sign === sign));
}

const faults: readonly (readonly [holds: (file: FileHeader) => boolean, what: string])[] = [
  [(file) => kindOf(file) === undefined, 'a file cannot be both added and deleted'],
  [
    ({ before, after }) => before === null && after === null,
    'a file cannot be both added and deleted',
  ],
  [
    (file) => file.before === null && kindOf(file) !== 'add',
    'the line `new file mode 100644` is missing above --- /dev/null',
  ],
  [
    (file) => file.after === null && kindOf(file) !== 'delete',
    'the line `deleted file mode 100644` is missing above +++ /dev/null',
  ],
  [
    (file) => kindOf(file) === 'add',
    'a new file needs one hunk from /dev/null with only added lines',
  ],
  [
    (file) => kindOf(file) === 'delete',
    'a deleted file needs one hunk to /dev/null that removes all lines',
  ],
];

function hunkFault(file: FileHeader): string {
  return (
    faults.find(([holds]) => holds(file))?.[1] ??
    'the paths after --- and +++ must be the same; use `rename from` and `rename to` lines to rename a file'
  );
}
