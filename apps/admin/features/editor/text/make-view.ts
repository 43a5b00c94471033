import { history, historyKeymap, defaultKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  keymap,
  placeholder,
  type ViewUpdate,
} from '@codemirror/view';
import { wordsNow } from '../../../lib/words.ts';
import { notTyped, type TextHooks } from '../session/editing.ts';
import { phrases, textWords } from './text-words.ts';
import { nonce, textTheme } from './theme.ts';
import { formatKeys } from './format-keys.ts';
import { pictures } from './pictures.ts';
import { slashMenu } from './slash-menu.ts';
import { suggestionField } from './suggestion.ts';
import { tableKeys } from './tables.ts';

const locking = new Compartment();

/** Creates the text editor. `onType` runs for each key, so it must stay cheap. */
export function makeTextView(text: string, { onType, onBlur, asking }: TextHooks): EditorView {
  const words = wordsNow(textWords);
  const hear = (update: ViewUpdate) => {
    if (update.docChanged && !update.transactions.some((one) => one.annotation(notTyped))) onType();
    if (update.focusChanged && !update.view.hasFocus) onBlur();
  };
  const look: Extension[] = [
    ...[textTheme, drawSelection(), dropCursor(), EditorView.lineWrapping, ...nonce()],
    placeholder(words.placeholder),
    EditorState.phrases.of(phrases()),
    EditorView.contentAttributes.of({
      'aria-label': words.text,
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
    }),
  ];
  const state = EditorState.create({
    doc: text,
    extensions: [
      locking.of([]),
      history(),
      markdown({ base: markdownLanguage, completeHTMLTags: false }),
      search({ top: true }),
      highlightSelectionMatches({ minSelectionLength: 3, maxMatches: 200 }),
      ...[slashMenu(asking), suggestionField, tableKeys, formatKeys(asking), pictures(asking)],
      keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of(hear),
      ...look,
    ],
  });
  return new EditorView({ state });
}

/** Prevents edits; the text stays selectable and searchable. */
export function setReadOnly(view: EditorView, isReadOnly: boolean): void {
  const extensions = [EditorState.readOnly.of(true), EditorView.editable.of(true)];
  view.dispatch({ effects: locking.reconfigure(isReadOnly ? extensions : []) });
}
