import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { toastProblem } from '../../../ui/index.ts';
import { asked } from './asked.ts';
import { upload } from './upload.ts';

/** Pictures that are dropped or pasted go into the library, and then into the text. */
export const pictures: Extension = EditorView.domEventHandlers({
  paste: (event, view) => take(view, event.clipboardData),
  drop: (event, view) => {
    const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
    const isTaken = take(view, event.dataTransfer);
    if (isTaken && at !== null) view.dispatch({ selection: { anchor: at } });
    return isTaken;
  },
});

function take(view: EditorView, data: DataTransfer | null): boolean {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
  if (!file || view.state.readOnly) return false;
  upload(file)
    .then((item) => asked.set(item))
    .catch(toastProblem);
  return true;
}
