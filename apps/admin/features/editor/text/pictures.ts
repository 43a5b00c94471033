import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { EditorPrompts } from '../session/editor-prompts.ts';

export function pictureUploads({ uploadPictures }: EditorPrompts): Extension {
  const take = (view: EditorView, data: DataTransfer | null): boolean => {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (files.length === 0 || view.state.readOnly) return false;
    uploadPictures(files);
    return true;
  };
  return EditorView.domEventHandlers({
    paste: (event, view) => take(view, event.clipboardData),
    drop: (event, view) => {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
      const isTaken = take(view, event.dataTransfer);
      if (isTaken && at !== null) view.dispatch({ selection: { anchor: at } });
      return isTaken;
    },
  });
}
