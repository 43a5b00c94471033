import { Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { asked } from './asked.ts';
import { bold, bullets, code, italic, numbers, quote } from './format.ts';

const askForLink = (): boolean => {
  asked.set('link');
  return true;
};

/** Keys that format; links and pictures, which ask something first, are announced by the page. */
export const formatKeys = Prec.high(
  keymap.of([
    { key: 'Mod-b', run: bold },
    { key: 'Mod-i', run: italic },
    { key: 'Mod-e', run: code },
    { key: 'Mod-k', run: askForLink },
    { key: 'Mod-Shift-7', run: numbers },
    { key: 'Mod-Shift-8', run: bullets },
    { key: 'Mod-Shift-9', run: quote },
  ]),
);
