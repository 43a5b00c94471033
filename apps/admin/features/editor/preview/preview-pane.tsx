import { useEffect, useState, type ReactNode } from 'react';
import { problemText } from '../../../lib/problem-text.ts';
import { galley } from '../../../lib/galley.ts';
import { useWords } from '../../../lib/words.ts';
import { Notice, Skeleton } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { useEditing } from '../use-editing.ts';
import { editorWords } from '../words.ts';
import { pageNonce } from '../text/theme.ts';
import { prepared } from './prepared.ts';
import { PreviewFrame } from './preview-frame.tsx';

interface Shown {
  readonly html: string | null;
  readonly problem: { readonly line: number; readonly message: string } | null;
  readonly error: unknown;
}

const nothing: Shown = { html: null, problem: null, error: null };

export function PreviewPane(): ReactNode {
  const words = useWords(editorWords);
  const { html, problem, error } = usePreview();
  return (
    <section className={styles['preview']} aria-label={words.preview}>
      {error !== null && (
        <Notice tone={html === null ? 'bad' : 'warn'} title={words.previewFailed}>
          {problemText(error)}
        </Notice>
      )}
      {problem && (
        <Notice tone="warn">{words.previewProblem(problem.line, problem.message)}</Notice>
      )}
      {html === null && error === null && (
        <div className={styles['lonely']}>
          <Skeleton lines={8} />
        </div>
      )}
      {html !== null && <PreviewFrame html={html} title={words.previewOf} />}
    </section>
  );
}

/** Renders one request at a time: a newer text aborts the previous request. */
function usePreview(): Shown {
  const editing = useEditing();
  const [shown, setShown] = useState(nothing);
  useEffect(() => {
    let running = new AbortController();
    const render = async () => {
      running.abort();
      running = new AbortController();
      const { signal } = running;
      try {
        const { path } = editing;
        const page = await galley.documents.preview(
          { path, ...editing.textNow() },
          { signal, background: true },
        );
        const { view } = editing;
        const before = view.state.sliceDoc(0, view.state.selection.main.head);
        const html = prepared(page.html, { before, nonce: pageNonce() });
        setShown({ html, problem: page.problem, error: null });
      } catch (error) {
        if (signal.aborted) return;
        setShown((before) => ({ ...before, problem: null, error }));
      }
    };
    void render();
    const stop = editing.settled.subscribe(() => void render());
    return () => {
      stop();
      running.abort();
    };
  }, [editing]);
  return shown;
}
