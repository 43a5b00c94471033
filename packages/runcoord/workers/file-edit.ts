import { runProblems } from '../problems.ts';
import { quoteName } from '../require-workspace.ts';

export type FileEdit = { readonly path: string } & (
  | { readonly kind: 'replace'; readonly old: string; readonly new: string }
  | { readonly kind: 'put'; readonly content: string }
  | { readonly kind: 'delete' }
);

/** Null stands for no file. @throws `text_not_unique`, `not_editable`. */
export function editText(text: string | null, edit: FileEdit): string | null {
  const edited = editedText(text, edit);
  if (edited !== text) return edited;
  throw notEditable(edit.path, 'already has this content');
}

function editedText(text: string | null, edit: FileEdit): string | null {
  if (edit.kind === 'put') return edit.content;
  if (text === null) {
    throw notEditable(
      edit.path,
      'does not exist; repo_list shows the files, and proposal_put_file creates one',
    );
  }
  return edit.kind === 'delete' ? null : replaceOnce(text, edit);
}

interface Replacement {
  readonly path: string;
  readonly old: string;
  readonly new: string;
}

function replaceOnce(text: string, { path, old, new: replacement }: Replacement): string {
  const count = countOccurrences(text, old);
  if (count === 1) {
    const at = text.indexOf(old);
    return text.slice(0, at) + replacement + text.slice(at + old.length);
  }
  throw runProblems.text_not_unique(
    `The text in "old" occurs ${count} times in ${quoteName(path)}, not once. ${hint(text, old, count)}`,
    { path, count },
  );
}

/** Overlapping ones count, too: each is another place for the replacement. */
function countOccurrences(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count += 1;
  return count;
}

function hint(text: string, old: string, count: number): string {
  if (count > 0) return 'Add the text around it.';
  const hasOtherBreaks = text.includes('\r\n') && !old.includes('\r\n') && old.includes('\n');
  return hasOtherBreaks
    ? 'Lines of this file end with \\r\\n.'
    : 'Copy it exactly from the file, with all white space.';
}

export function notEditable(path: string, why: string): Error {
  return runProblems.not_editable(`${quoteName(path)} ${why}.`, { path });
}
