import type { KeyName } from './key-press.ts';
import { graphemes } from './visible-text.ts';

export interface EditedLine {
  readonly before: string;
  readonly after: string;
}

export const emptyLine: EditedLine = { before: '', after: '' };

export function textOf({ before, after }: EditedLine): string {
  return before + after;
}

/** Pasted text is reduced to one line without control characters. */
export function inserted({ before, after }: EditedLine, text: string): EditedLine {
  const typed = text.replace(/\s*[\r\n\u2028\u2029]\s*/g, ' ').replace(/\p{Cc}/gu, ' ');
  return { before: before + typed, after };
}

const edits: Partial<Record<KeyName, (line: EditedLine) => EditedLine>> = {
  left: ({ before, after }) => {
    const last = graphemes(before).at(-1) ?? '';
    return { before: before.slice(0, before.length - last.length), after: last + after };
  },
  right: ({ before, after }) => {
    const next = graphemes(after)[0] ?? '';
    return { before: before + next, after: after.slice(next.length) };
  },
  home: (line) => ({ before: '', after: textOf(line) }),
  end: (line) => ({ before: textOf(line), after: '' }),
  backspace: ({ before, after }) => {
    const last = graphemes(before).at(-1) ?? '';
    return { before: before.slice(0, before.length - last.length), after };
  },
  delete: ({ before, after }) => ({
    before,
    after: after.slice((graphemes(after)[0] ?? '').length),
  }),
  'erase-line': ({ after }) => ({ before: '', after }),
  'erase-rest': ({ before }) => ({ before, after: '' }),
  'erase-word': ({ before, after }) => ({ before: before.replace(/\S*\s*$/, ''), after }),
};

/** Other keys leave the line unchanged. */
export function edited(line: EditedLine, key: KeyName): EditedLine {
  return edits[key]?.(line) ?? line;
}
