import { history, historyKeymap, defaultKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSession } from '../../../app/session.ts';
import { useWords } from '../../../lib/words.ts';
import styles from '../editor.module.css';
import { mayHere } from '../may-write.ts';
import { notTyped, type Editing } from '../session/editing.ts';
import { dataTheme, nonce } from '../text/theme.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { editorWords } from '../words.ts';
import { fieldWords } from '../fields/field-words.ts';

export function FrontmatterTab(): ReactNode {
  const words = useWords(editorWords);
  const fields = useWords(fieldWords);
  const editing = useEditing();
  const session = useSession();
  const place = useRef<HTMLDivElement>(null);
  const isHeld = useEditingState(({ lock }) => lock.state === 'theirs' || lock.state === 'taken');
  const mayWrite = useEditingState(({ detail }) => mayHere(session, 'documents.write', detail));
  const isReadOnly = isHeld || !mayWrite;
  const problem = useEditingState(({ yamlProblem }) => yamlProblem);
  useEffect(() => {
    const view = makeView(editing, { label: words.frontmatter, isReadOnly });
    place.current!.append(view.dom);
    const follow = () => write(view, editing.state.get().yaml);
    const stop = editing.state.subscribe(follow);
    return () => {
      stop();
      view.destroy();
    };
  }, [editing, words.frontmatter, isReadOnly]);
  return (
    <div className="stack">
      <p className="soft small">{fields.frontmatterAbout}</p>
      <div ref={place} className={styles['yaml']} />
      {problem && (
        <p className={styles['wrong']} role="alert">
          {words.fileBrokenText(problem.line, problem.message)}
        </p>
      )}
    </div>
  );
}

function makeView(
  editing: Editing,
  { label, isReadOnly }: { readonly label: string; readonly isReadOnly: boolean },
): EditorView {
  const state = EditorState.create({
    doc: editing.state.get().yaml,
    extensions: [
      ...[lineNumbers(), history(), yaml(), dataTheme, EditorView.lineWrapping, ...nonce()],
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
      keymap.of([...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of(({ docChanged, transactions, state: { doc } }) => {
        if (docChanged && !transactions.some((one) => one.annotation(notTyped)))
          editing.typeYaml(doc.toString());
      }),
    ],
  });
  return new EditorView({ state });
}

function write(view: EditorView, text: string): void {
  const { doc } = view.state;
  if (doc.toString() === text) return;
  view.dispatch({
    changes: { from: 0, to: doc.length, insert: text },
    annotations: notTyped.of(true),
  });
}
