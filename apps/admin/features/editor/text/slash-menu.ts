import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { currentMessages } from '../../../lib/messages.ts';
import type { EditorPrompts } from '../session/editor-prompts.ts';
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
import { textMessages } from './text-messages.ts';

type Applied = [view: EditorView, completion: Completion, from: number, to: number];

export function slashMenu(prompts: EditorPrompts): Extension {
  const offered = (context: CompletionContext): CompletionResult | null => {
    const typed = context.matchBefore(/^\s*\/[\p{L}\d ]*/u);
    if (!typed || context.state.readOnly) return null;
    const slash = typed.from + typed.text.indexOf('/');
    return { from: slash, options: options(prompts), validFor: /^\/[\p{L}\d ]*$/u };
  };
  // The default delay of 75 ms ignores Enter just after the menu opens; a typed slash is a request for it.
  return autocompletion({ override: [offered], icons: false, interactionDelay: 0 });
}

function options({ openDialog }: EditorPrompts): Completion[] {
  const messages = currentMessages(textMessages);
  const asking =
    (what: 'link' | 'image'): Command =>
    () => {
      openDialog(what);
      return true;
    };
  const all: [string, string, Command][] = [
    [messages.heading2, '##', heading(2)],
    [messages.heading3, '###', heading(3)],
    [messages.bullets, '-', bullets],
    [messages.numbers, '1.', numbers],
    [messages.tasks, '- [ ]', tasks],
    [messages.quote, '>', quote],
    [messages.codeBlock, '```', codeBlock],
    [messages.table, '| |', table],
    [messages.image, '![ ]', asking('image')],
    [messages.link, '[ ]', asking('link')],
    [messages.footnote, '[^1]', footnote],
    [messages.rule, '---', rule],
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
