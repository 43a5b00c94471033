import type { EditorView } from '@codemirror/view';
import { isInCode } from '../text/syntax-at.ts';
import { renderMarkdown } from './clipboard-modules.ts';

/** Marks HTML of this editor: it is pasted back as the Markdown beside it. */
export const ownMark = 'data-galley-markdown';

/** Puts Markdown and HTML on the clipboard. Without a selection, CodeMirror copies the line. */
export function copySelection(event: ClipboardEvent, view: EditorView): boolean {
  const { state } = view;
  const ranges = state.selection.ranges.filter(({ empty }) => !empty);
  const html = ranges.length > 0 && !isInCode(state, ranges[0]!.from) ? htmlOf(view) : undefined;
  if (html === undefined || !event.clipboardData) return false;
  event.preventDefault();
  event.clipboardData.setData('text/plain', textOf(view));
  event.clipboardData.setData('text/html', `<div ${ownMark}>${html}</div>`);
  if (event.type === 'cut' && !state.readOnly)
    view.dispatch({
      ...state.replaceSelection(''),
      userEvent: 'delete.cut',
      scrollIntoView: true,
    });
  return true;
}

function textOf({ state }: EditorView): string {
  return state.selection.ranges
    .map(({ from, to }) => state.sliceDoc(from, to))
    .join(state.lineBreak);
}

function htmlOf(view: EditorView): string | undefined {
  return renderMarkdown(textOf(view));
}
