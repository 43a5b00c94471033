export interface PatchFile {
  /** New path; the old path for a deleted file. */
  readonly path: string;
  /** Null for a new file. */
  readonly from: string | null;
  /** Null for a deleted file. */
  readonly to: string | null;
  readonly hunks: readonly PatchHunk[];
  readonly added: number;
  readonly removed: number;
}

export interface PatchHunk {
  readonly oldStart: number;
  readonly newStart: number;
  readonly heading: string;
  readonly lines: readonly PatchLine[];
}

export interface PatchLine {
  readonly sign: ' ' | '+' | '-';
  readonly text: string;
  /** Line numbers in the old and the new file; null if the line is not in it. */
  readonly old: number | null;
  readonly now: number | null;
  /** The file ends with this line, without a line break. */
  readonly isUnended: boolean;
}

interface Draft {
  from: string | null | undefined;
  to: string | null | undefined;
  hunks: PatchHunk[];
}

/** Empty if the text is not a unified diff. */
export function parsePatch(patch: string): PatchFile[] {
  const lines = patch.split('\n');
  const drafts: Draft[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    const last = drafts.at(-1);
    if (line.startsWith('@@ ') && last) at = takeHunk(lines, at, last);
    else {
      takeHeader(line, lines[at + 1] ?? '', drafts);
      at += 1;
    }
  }
  return drafts.flatMap((draft) => fileOf(draft) ?? []);
}

function takeHeader(line: string, next: string, drafts: Draft[]): void {
  const last = drafts.at(-1);
  const isOver = !last || last.hunks.length > 0;
  if (line.startsWith('diff --git ')) drafts.push(gitDraft(line.slice(11)));
  else if (line.startsWith('--- ') && next.startsWith('+++ ')) {
    const draft: Draft = isOver ? { from: undefined, to: undefined, hunks: [] } : last;
    if (isOver) drafts.push(draft);
    draft.from = pathOf(line.slice(4));
    draft.to = pathOf(next.slice(4));
  } else if (!isOver) takeExtended(line, last);
}

function takeExtended(line: string, draft: Draft): void {
  const [, side, path = ''] = /^(?:rename|copy) (from|to) (.*)$/.exec(line) ?? [];
  if (line.startsWith('new file ')) draft.from = null;
  else if (line.startsWith('deleted file ')) draft.to = null;
  else if (side === 'from') draft.from = unquoted(path);
  else if (side === 'to') draft.to = unquoted(path);
}

/** The two paths are the same except for renames, whose paths follow in extended headers. */
function gitDraft(paths: string): Draft {
  const middle = paths.indexOf(paths.startsWith('"') ? ' "b/' : ' b/');
  const to = middle < 0 ? undefined : pathOf(paths.slice(middle + 1));
  return { from: to, to, hunks: [] };
}

function pathOf(given: string): string | null {
  const path = unquoted(given.replace(/\t.*$/, '').replace(/\r$/, ''));
  return path === '/dev/null' ? null : path.replace(/^[ab]\//, '');
}

/** Git quotes names with unusual characters and writes their bytes in octal. */
function unquoted(path: string): string {
  if (!/^".*"$/.test(path)) return path;
  const bytes: number[] = [];
  for (const [whole, octal, escaped] of path.slice(1, -1).matchAll(/\\([0-7]{3})|\\(.)|[^\\]/gsu)) {
    if (octal) bytes.push(Number.parseInt(octal, 8));
    else bytes.push(...new TextEncoder().encode(escaped ? (escapes[escaped] ?? escaped) : whole));
  }
  return new TextDecoder().decode(new Uint8Array(bytes));
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

/** Returns the index after the hunk. */
function takeHunk(lines: readonly string[], at: number, draft: Draft): number {
  const head = headOf(lines[at]!);
  if (!head) return at + 1;
  const { old, now, heading, end } = head;
  const number = { old, now };
  const taken: PatchLine[] = [];
  let place = at + 1;
  for (; place < lines.length && (number.old < end.old || number.now < end.now); place += 1) {
    const line = lines[place]!;
    if (line.startsWith('\\')) continue;
    const sign = signOf(line);
    if (sign === undefined) break;
    const isUnended = lines[place + 1]?.startsWith('\\') ?? false;
    taken.push({
      sign,
      text: line.slice(1),
      isUnended,
      old: sign === '+' ? null : number.old++,
      now: sign === '-' ? null : number.now++,
    });
  }
  draft.hunks.push({ oldStart: old, newStart: now, heading, lines: taken });
  return place;
}

function headOf(line: string) {
  const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/.exec(line);
  if (!head) return undefined;
  const [, oldStart, oldCount = '1', newStart, newCount = '1', heading = ''] = head;
  const [old, now] = [Number(oldStart), Number(newStart)];
  const end = { old: old + Number(oldCount), now: now + Number(newCount) };
  return { old, now, end, heading: heading.trim() };
}

/** An empty line is a context line whose leading space was stripped. */
function signOf(line: string): PatchLine['sign'] | undefined {
  const sign = line === '' ? ' ' : line[0];
  return sign === ' ' || sign === '+' || sign === '-' ? sign : undefined;
}

function fileOf({ from, to, hunks }: Draft): PatchFile | undefined {
  const path = to ?? from;
  if (path === null || path === undefined) return undefined;
  const count = (sign: string) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.sign === sign).length, 0);
  return {
    path,
    from: from ?? null,
    to: to ?? null,
    hunks,
    added: count('+'),
    removed: count('-'),
  };
}
