import { structuredPatch } from 'diff';
import { notEditable } from '@galley/runcoord';
import { maxFileBytes, type PatchedFile } from './patched-files.ts';
import type { Snapshot } from './snapshot.ts';

const plainMode = '100644';
const contextLines = 3;
/** Texts that differ more are replaced as a whole, because comparing them takes too long. */
const maxDifferences = 2_000;

export interface TextChange {
  readonly path: string;
  /** Null without a file. */
  readonly before: string | null;
  readonly after: string | null;
}

/** As `git diff` prints it; empty if nothing differs. Throws `not_editable`. */
export async function buildPatch(files: readonly PatchedFile[], base: Snapshot): Promise<string> {
  const sections: string[] = [];
  for (const { path, before, after } of files) {
    if (after && before === null && after.mode !== plainMode)
      throw notEditable(path, 'is a renamed executable; attach the whole change as a patch');
    const texts = {
      before: before && decodeText(path, await base.bytes(before)),
      after: after && decodeText(path, after.bytes),
    };
    if (texts.before !== texts.after) sections.push(textPatch({ path, ...texts }));
  }
  return sections.join('');
}

/** Throws `not_editable`. */
export function decodeText(path: string, bytes: Buffer): string {
  if (bytes.length > maxFileBytes) throw notEditable(path, `has more than ${maxFileBytes} bytes`);
  try {
    if (bytes.includes(0)) throw new TypeError('binary');
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw notEditable(path, 'is not UTF-8 text');
  }
}

/** The part of a patch for one file, as `git diff` prints it. */
export function textPatch(change: TextChange): string {
  const { path, before, after } = change;
  const [old, changed] = [quoted(`a/${path}`), quoted(`b/${path}`)];
  // git appends a tab to names with spaces, because text after a space could be a time.
  const tab = path.includes(' ') ? '\t' : '';
  const mode =
    before === null
      ? [`new file mode ${plainMode}`]
      : after === null
        ? [`deleted file mode ${plainMode}`]
        : [];
  const hunks = hunksOf(change);
  const paths = [
    before === null ? '--- /dev/null' : `--- ${old}${tab}`,
    after === null ? '+++ /dev/null' : `+++ ${changed}${tab}`,
  ];
  const content = hunks.length === 0 ? [] : [...paths, ...hunks];
  return `${[`diff --git ${old} ${changed}`, ...mode, ...content].join('\n')}\n`;
}

const quoted = (name: string) => (name.includes('"') ? `"${name.replaceAll('"', '\\"')}"` : name);

function hunksOf({ path, before, after }: TextChange): string[] {
  const [old, changed] = [before ?? '', after ?? ''];
  const options = { context: contextLines, maxEditLength: maxDifferences };
  const compared = structuredPatch(path, path, old, changed, '', '', options);
  const hunks = compared?.hunks ?? [wholeHunk(old, changed)];
  return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    `@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`,
    ...lines,
  ]);
}

/** An empty side is at the line before. */
function range(start: number, lines: number): string {
  if (lines === 1) return `${start}`;
  return lines === 0 ? `${start - 1},0` : `${start},${lines}`;
}

function wholeHunk(before: string, after: string) {
  const [old, changed] = [signedLines('-', before), signedLines('+', after)];
  return {
    oldStart: 1,
    oldLines: old.count,
    newStart: 1,
    newLines: changed.count,
    lines: [...old.lines, ...changed.lines],
  };
}

function signedLines(sign: '-' | '+', text: string) {
  const lines = text.split('\n');
  const last = lines.pop()!;
  const signed = lines.map((line) => sign + line);
  const count = signed.length + (last === '' ? 0 : 1);
  if (last !== '') signed.push(sign + last, '\\ No newline at end of file');
  return { count, lines: signed };
}
