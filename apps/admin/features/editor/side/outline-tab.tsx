import { EditorView } from '@codemirror/view';
import { ListTree } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { Empty } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { useEditing, useSettledText } from '../use-editing.ts';
import { editorWords } from '../words.ts';
import { headingsIn } from './headings.ts';

export function OutlineTab(): ReactNode {
  const words = useWords(editorWords);
  const { view } = useEditing();
  const headings = headingsIn(useSettledText().toString());
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
      <Empty icon={ListTree} title={words.noHeadings}>
        {words.noHeadingsText}
      </Empty>
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
