import { isolateHistory } from '@codemirror/commands';
import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { areSmartQuotesOn, smartQuote } from './smart-quotes.ts';
import { isInAddress, isInCode } from './syntax-at.ts';

/** Replaces what was typed in a second step, so that one undo leads back to it. */
type Input = Parameters<Parameters<typeof EditorView.inputHandler.of>[0]>;

export function typingShortcuts(lang: string): Extension {
  return EditorView.inputHandler.of((...[view, from, to, text, insert]: Input) => {
    if (view.composing || view.state.readOnly || from !== to) return false;
    const line = view.state.doc.lineAt(from);
    const typed = { from, lineStart: line.from, before: view.state.sliceDoc(line.from, from) };
    const replaced =
      text === ' ' ? taskOf(view.state, typed) : quoteOf(view.state, { ...typed, text, lang });
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
  readonly lineStart: number;
  /** In the line. */
  readonly before: string;
}

function taskOf(state: EditorState, { from, lineStart, before }: Typed) {
  const [typed, indent = '', x] = /^(\s*)\[([ xX]?)\]$/.exec(before) ?? [];
  if (typed === undefined || isInCode(state, from)) return undefined;
  return { from: lineStart, to: from + 1, insert: `${indent}- [${x || ' '}] ` };
}

function quoteOf(
  state: EditorState,
  { from, before, text, lang }: Typed & { readonly text: string; readonly lang: string },
) {
  if ((text !== '"' && text !== "'") || !areSmartQuotesOn.get()) return undefined;
  const isAddress = /(?:https?:|mailto:)\S*$|<[^>]*$/.test(before);
  if (isAddress || isInCode(state, from) || isInAddress(state, from)) return undefined;
  return { from, to: from + 1, insert: smartQuote(text, { before, lang }) };
}
