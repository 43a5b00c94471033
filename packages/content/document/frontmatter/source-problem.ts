/** Position of a fault: 1-based line and column in the file. Columns count UTF-16 units, without a BOM. */
export interface SourceProblem {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

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
