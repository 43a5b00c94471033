/** Where a file is broken: 1-based line and column in the file; columns count UTF-16 units, without a BOM. */
export interface SourceProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** The line and column of an offset in `text`. */
export function positionAt(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let lineStart = text.startsWith('\uFEFF') ? 1 : 0;
  for (;;) {
    const newline = text.indexOf('\n', lineStart);
    if (newline === -1 || newline >= offset) return { line, column: offset - lineStart + 1 };
    line += 1;
    lineStart = newline + 1;
  }
}
