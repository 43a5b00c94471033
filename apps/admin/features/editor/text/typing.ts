import { isolateHistory } from '@codemirror/commands';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { areSmartQuotesOn, smartQuote } from './smart-quotes.ts';
import { isInCode, isInLink } from './syntax-at.ts';

/** Replaces what was typed in a second step, so that one undo leads back to it. */
export function typingShortcuts(lang: string): Extension {
  return EditorView.inputHandler.of((view, from, to, text, insert) => {
    if (view.composing || view.state.readOnly || from !== to) return false;
    const replaced = replacement(view, { from, text, lang });
    if (!replaced) return false;
    view.dispatch(insert());
    view.dispatch({
      changes: replaced,
      selection: { anchor: replaced.from + replaced.insert.length },
      annotations: isolateHistory.of('full'),
      userEvent: 'input.complete',
    });
    return true;
  });
}

interface Typed {
  readonly from: number;
  readonly text: string;
  readonly lang: string;
}

/** In the text with what was typed. */
function replacement({ state }: EditorView, { from, text, lang }: Typed) {
  const line = state.doc.lineAt(from);
  const before = state.sliceDoc(line.from, from);
  if (text === ' ') {
    const [typed, indent = '', x = ' '] = /^(\s*)\[([ xX]?)\]$/.exec(before) ?? [];
    if (typed === undefined || isInCode(state, from)) return undefined;
    return { from: line.from, to: from + 1, insert: `${indent}- [${x || ' '}] ` };
  }
  if (!/^["']$/.test(text) || !areSmartQuotesOn.get()) return undefined;
  const isAddress = /(?:https?:|mailto:)\S*$/.test(before);
  if (isAddress || isInCode(state, from) || isInLink(state, from) || /<[^>]*$/.test(before))
    return undefined;
  return { from, to: from + 1, insert: smartQuote(text as '"' | "'", { before, lang }) };
}
