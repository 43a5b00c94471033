import { history, historyKeymap, defaultKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef, type ReactNode } from 'react';
import { useSession } from '../../../app/session.ts';
import { useMessages } from '../../../lib/messages.ts';
import styles from '../editor.module.css';
import { hasDocumentCapability } from '../document-capability.ts';
import type { EditingSession } from '../session/editing-session.ts';
import { programmaticChange } from '../session/text-hooks.ts';
import { dataTheme, nonceExtension } from '../text/theme.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { editorMessages } from '../messages.ts';
import { fieldMessages } from '../fields/field-messages.ts';

export function FrontmatterTab(): ReactNode {
  const messages = useMessages(editorMessages);
  const fields = useMessages(fieldMessages);
  const editing = useEditing();
  const session = useSession();
  const place = useRef<HTMLDivElement>(null);
  const isHeld = useEditingState(({ lock }) => lock.state === 'theirs' || lock.state === 'taken');
  const mayWrite = useEditingState(({ detail }) =>
    hasDocumentCapability(session, 'documents.write', detail),
  );
  const isReadOnly = isHeld || !mayWrite;
  const problem = useEditingState(({ yamlProblem }) => yamlProblem);
  useEffect(() => {
    const view = makeView(editing, { label: messages.frontmatter, isReadOnly });
    place.current!.append(view.dom);
    const follow = () => write(view, editing.state.get().yaml);
    const stop = editing.state.subscribe(follow);
    return () => {
      stop();
      view.destroy();
    };
  }, [editing, messages.frontmatter, isReadOnly]);
  return (
    <div className="stack">
      <p className="soft small">{fields.frontmatterAbout}</p>
      <div ref={place} className={styles['yaml']} />
      {problem && (
        <p className={styles['wrong']} role="alert">
          {messages.fileBrokenText({ line: problem.line, message: problem.message })}
        </p>
      )}
    </div>
  );
}

function makeView(
  editing: EditingSession,
  { label, isReadOnly }: { readonly label: string; readonly isReadOnly: boolean },
): EditorView {
  const state = EditorState.create({
    doc: editing.state.get().yaml,
    extensions: [
      ...[
        lineNumbers(),
        history(),
        yaml(),
        dataTheme,
        EditorView.lineWrapping,
        ...nonceExtension(),
      ],
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false' }),
      keymap.of([...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of(({ docChanged, transactions, state: { doc } }) => {
        if (docChanged && !transactions.some((one) => one.annotation(programmaticChange)))
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
    annotations: programmaticChange.of(true),
  });
}
