import { history, historyKeymap, defaultKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { languages } from '@codemirror/language-data';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  keymap,
  placeholder,
  type ViewUpdate,
} from '@codemirror/view';
import { currentMessages } from '../../../lib/messages.ts';
import { programmaticChange, type TextHooks } from '../session/text-hooks.ts';
import { codeMirrorPhrases, textMessages } from './text-messages.ts';
import { nonceExtension, textTheme } from './theme.ts';
import { roomExtensions } from './room-compartment.ts';
import { formatKeys } from './format-keys.ts';
import { pasteAndDrop } from '../paste/paste.ts';
import { completions } from './completions.ts';
import { listKeys } from './list-keys.ts';
import { paragraphKeys } from './paragraph-keys.ts';
import { selectionToolbarKeys } from './selection-place.ts';
import { suggestionField } from './suggestion.ts';
import { typingShortcuts } from './typing.ts';
import { tableKeys } from './visual/tables/table-typing.ts';
import { switchableMode } from './visual/visual-mode.ts';

const readOnlyCompartment = new Compartment();

/** `onType` runs for each key, so it must stay cheap. Quotes and spell checking depend on the language. */
export function makeTextView(
  text: string,
  { onType, onBlur, prompts, path, lang }: TextHooks & { readonly lang: string },
): EditorView {
  const messages = currentMessages(textMessages);
  const hear = (update: ViewUpdate) => {
    if (update.docChanged && !update.transactions.some((one) => one.annotation(programmaticChange)))
      onType();
    if (update.focusChanged && !update.view.hasFocus) onBlur();
  };
  const look: Extension[] = [
    ...[textTheme, drawSelection(), dropCursor(), EditorView.lineWrapping, ...nonceExtension()],
    placeholder(messages.placeholder),
    EditorState.phrases.of(codeMirrorPhrases()),
    EditorView.contentAttributes.of({
      'aria-label': messages.text,
      lang,
      spellcheck: 'true',
      autocorrect: 'on',
      autocapitalize: 'sentences',
    }),
  ];
  const state = EditorState.create({
    doc: text,
    extensions: [
      readOnlyCompartment.of([]),
      roomExtensions.of([]),
      history(),
      markdown({
        base: markdownLanguage,
        codeLanguages: languages,
        completeHTMLTags: false,
        pasteURLAsLink: false,
      }),
      switchableMode({ path, prompts }),
      search({ top: true }),
      highlightSelectionMatches({ minSelectionLength: 3, maxMatches: 200 }),
      ...[
        completions(prompts, path),
        suggestionField,
        prompts.commenting.extension(),
        tableKeys,
        formatKeys(prompts),
        pasteAndDrop(prompts),
        Prec.highest(listKeys),
        selectionToolbarKeys(),
        typingShortcuts(lang),
        paragraphKeys,
      ],
      keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of(hear),
      ...look,
    ],
  });
  return new EditorView({ state });
}

/** The text stays selectable and searchable. */
export function setReadOnly(view: EditorView, isReadOnly: boolean): void {
  const extensions = [EditorState.readOnly.of(true), EditorView.editable.of(true)];
  view.dispatch({ effects: readOnlyCompartment.reconfigure(isReadOnly ? extensions : []) });
}
