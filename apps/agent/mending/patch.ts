import { applyPatch, parsePatch, structuredPatch, type StructuredPatch } from 'diff';

export const maxPatchBytes = 1_048_576;

export interface FileChange {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

export function createPatch({ path, before, after }: FileChange): string {
  const { hunks } = structuredPatch(path, path, before, after, '', '', { context: 3 });
  const [old, changed] = [`a/${path}`, `b/${path}`].map(quoted);
  // git appends a tab to names with spaces, since text after a space could be a timestamp.
  const tab = path.includes(' ') ? '\t' : '';
  const head = [`diff --git ${old} ${changed}`, `--- ${old}${tab}`, `+++ ${changed}${tab}`];
  const lines = hunks.flatMap((hunk) => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...hunk.lines,
  ]);
  return `${[...head, ...lines].join('\n')}\n`;
}

const range = (start: number, lines: number) => (lines === 1 ? `${start}` : `${start},${lines}`);

const quoted = (name: string) => (name.includes('"') ? `"${name.replaceAll('"', '\\"')}"` : name);

/** `undefined` if it cannot be parsed. */
export function readPatch(patch: string): readonly StructuredPatch[] | undefined {
  try {
    return parsePatch(patch);
  } catch {
    return undefined;
  }
}

/** Exactly at its position; undefined if it does not fit. */
export function patched(before: string, file: StructuredPatch): string | undefined {
  const result = applyPatch(before, file, { fuzzFactor: 0, autoConvertLineEndings: false });
  return result === false ? undefined : result;
}

/** `undefined` for an added, deleted or renamed file. */
export function changedPath({ oldFileName, newFileName }: StructuredPatch): string | undefined {
  const [old, changed] = [oldFileName, newFileName].map((name) => name?.replace(/^[ab]\//, ''));
  return old !== undefined && old === changed && oldFileName !== '/dev/null' ? old : undefined;
}
