import { applyPatch, parsePatch, structuredPatch, type StructuredPatch } from 'diff';

/** Bytes that the patch of a proposal may have. */
export const mostPatchBytes = 1_048_576;

export interface FileChange {
  /** In the repository. */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** A change of one file as `git diff` prints it. */
export function patchOf({ path, before, after }: FileChange): string {
  const { hunks } = structuredPatch(path, path, before, after, '', '', { context: 3 });
  const [old, changed] = [`a/${path}`, `b/${path}`].map(quoted);
  // git ends a name with a tab where it has a space, as what comes after a space may be a time.
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

/** The files of a patch; undefined when it cannot be read. */
export function readPatch(patch: string): readonly StructuredPatch[] | undefined {
  try {
    return parsePatch(patch);
  } catch {
    // Whatever it is, it is no patch.
    return undefined;
  }
}

/** What a file is after a patch, applied exactly where it says; undefined when it does not fit. */
export function patched(before: string, file: StructuredPatch): string | undefined {
  const result = applyPatch(before, file, { fuzzFactor: 0, autoConvertLineEndings: false });
  return result === false ? undefined : result;
}

/** The path of a file that is changed in its place; undefined when it comes, goes, or moves. */
export function changedPath({ oldFileName, newFileName }: StructuredPatch): string | undefined {
  const [old, changed] = [oldFileName, newFileName].map((name) => name?.replace(/^[ab]\//, ''));
  return old !== undefined && old === changed && oldFileName !== '/dev/null' ? old : undefined;
}
