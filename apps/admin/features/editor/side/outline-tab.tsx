import { EditorView } from '@codemirror/view';
import { ListTree } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { EmptyState } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { useEditing, useDebouncedText } from '../use-editing.ts';
import { editorMessages } from '../messages.ts';
import { parseHeadings } from './headings.ts';

export function OutlineTab(): ReactNode {
  const messages = useMessages(editorMessages);
  const { view } = useEditing();
  const headings = parseHeadings(useDebouncedText().toString());
  const go = (line: number) => {
    const { from } = view.state.doc.line(Math.min(line, view.state.doc.lines));
    view.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'start', yMargin: 24 }),
    });
    view.focus();
  };
  if (headings.length === 0)
    return (
      <EmptyState icon={ListTree} title={messages.noHeadings}>
        {messages.noHeadingsText}
      </EmptyState>
    );
  return (
    <ol className={styles['outline']}>
      {headings.map(({ line, level, text }) => (
        <li key={line} data-level={level}>
          <button type="button" className="list-item" onClick={() => go(line)}>
            <span className="cut">{text}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
