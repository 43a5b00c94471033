import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import styles from '../editor.module.css';
import { codeMirrorPhrases } from '../text/text-messages.ts';
import { nonceExtension, textTheme } from '../text/theme.ts';
import { conflictMessages } from './conflict-messages.ts';

export interface MergeHandle {
  read(): string;
  write(text: string): void;
  isEdited(): boolean;
}

interface MergePaneProps {
  readonly ref: Ref<MergeHandle>;
  readonly left: string;
  readonly leftName: string;
  /** Initial text of the right side. */
  readonly first: string;
}

export function MergePane({ ref, left, leftName, first }: MergePaneProps): ReactNode {
  const messages = useMessages(conflictMessages);
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const begun = useRef(first);
  const untouched = useRef(first);
  const { result: resultName, change } = messages;
  useImperativeHandle(ref, () => ({
    read: () => view.current!.state.doc.toString(),
    isEdited: () => view.current!.state.doc.toString() !== untouched.current,
    write: (insert) => {
      const { length } = view.current!.state.doc;
      untouched.current = insert;
      view.current!.dispatch({ changes: { from: 0, to: length, insert } });
    },
  }));
  useEffect(() => {
    const parent = place.current!;
    const names = { leftName, resultName, change };
    const made = matchMedia('(max-width: 62rem)').matches
      ? unified({ left, text: begun.current, names, parent })
      : sideBySide({ left, text: begun.current, names, parent });
    view.current = made.view;
    return () => {
      // The next editor, for another left text, continues with these edits.
      begun.current = made.view.state.doc.toString();
      made.destroy();
    };
  }, [left, leftName, resultName, change]);
  return <div ref={place} className={styles['merge']} />;
}

interface Making {
  readonly left: string;
  readonly text: string;
  readonly names: {
    readonly leftName: string;
    readonly resultName: string;
    readonly change: string;
  };
  readonly parent: HTMLElement;
}

function extensions(name: string): Extension[] {
  return [
    markdown({ base: markdownLanguage, completeHTMLTags: false }),
    ...[
      textTheme,
      EditorView.lineWrapping,
      EditorState.phrases.of(codeMirrorPhrases()),
      ...nonceExtension(),
    ],
    EditorView.contentAttributes.of({ 'aria-label': name }),
  ];
}

function editing(name: string): Extension[] {
  return [...extensions(name), history(), keymap.of([...historyKeymap, ...defaultKeymap])];
}

function sideBySide({ left, text, names, parent }: Making) {
  const merge = new MergeView({
    a: { doc: left, extensions: [...extensions(names.leftName), EditorState.readOnly.of(true)] },
    b: { doc: text, extensions: editing(names.resultName) },
    parent,
    revertControls: 'a-to-b',
    renderRevertControl: () => {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = '»';
      button.title = names.change;
      button.setAttribute('aria-label', names.change);
      return button;
    },
    collapseUnchanged: { margin: 4, minSize: 8 },
    gutter: false,
  });
  return { view: merge.b, destroy: () => merge.destroy() };
}

function unified({ left, text, names, parent }: Making) {
  const state = EditorState.create({
    doc: text,
    extensions: [
      ...editing(names.resultName),
      unifiedMergeView({ original: left, mergeControls: true, gutter: false }),
    ],
  });
  const view = new EditorView({ state, parent });
  return { view, destroy: () => view.destroy() };
}
