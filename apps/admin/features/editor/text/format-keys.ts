import { Prec, type Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { EditorPrompts } from '../session/editor-prompts.ts';
import { bold, bullets, code, italic, numbers, quote, strikethrough } from './format.ts';

export function formatKeys({ openDialog }: EditorPrompts): Extension {
  const askForLink = (): boolean => {
    openDialog('link');
    return true;
  };
  return Prec.high(
    keymap.of([
      { key: 'Mod-b', run: bold },
      { key: 'Mod-i', run: italic },
      { key: 'Mod-e', run: code },
      { key: 'Mod-Shift-x', run: strikethrough },
      { key: 'Mod-k', run: askForLink },
      { key: 'Mod-Shift-7', run: numbers },
      { key: 'Mod-Shift-8', run: bullets },
      { key: 'Mod-Shift-9', run: quote },
    ]),
  );
}
