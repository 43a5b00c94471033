import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { wordsNow } from '../../../lib/words.ts';
import type { Asking } from '../session/asking.ts';
import {
  bullets,
  codeBlock,
  footnote,
  heading,
  numbers,
  quote,
  rule,
  table,
  tasks,
} from './format.ts';
import { textWords } from './text-words.ts';

type Applied = [view: EditorView, completion: Completion, from: number, to: number];

export function slashMenu(asking: Asking): Extension {
  const offered = (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/^\s*\/[\p{L}\d ]*/u);
    if (!typed || context.state.readOnly) return null;
    const slash = typed.from + typed.text.indexOf('/');
    return { from: slash, options: options(asking), validFor: /^\/[\p{L}\d ]*$/u };
  };
  // The default delay of 75 ms ignores Enter just after the menu opens; a typed slash is a request for it.
  return autocompletion({ override: [offered], icons: false, interactionDelay: 0 });
}

function options({ ask }: Asking): Completion[] {
  const words = wordsNow(textWords);
  const asking =
    (what: 'link' | 'image'): Command =>
    () => {
      ask(what);
      return true;
    };
  const all: [string, string, Command][] = [
    [words.heading2, '##', heading(2)],
    [words.heading3, '###', heading(3)],
    [words.bullets, '-', bullets],
    [words.numbers, '1.', numbers],
    [words.tasks, '- [ ]', tasks],
    [words.quote, '>', quote],
    [words.codeBlock, '```', codeBlock],
    [words.table, '| |', table],
    [words.image, '![ ]', asking('image')],
    [words.link, '[ ]', asking('link')],
    [words.footnote, '[^1]', footnote],
    [words.rule, '---', rule],
  ];
  return all.map(([label, detail, run]) => ({
    // The typed text includes the slash, so the matched label needs it too.
    label: `/${label}`,
    displayLabel: label,
    detail,
    apply: (...[view, , from, to]: Applied) => {
      view.dispatch({ changes: { from, to }, userEvent: 'input.complete' });
      run(view);
    },
  }));
}
