import { useEffect, useState, type ReactNode } from 'react';
import { problemText } from '../../../lib/problem-text.ts';
import { galley } from '../../../lib/galley.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Notice, Skeleton } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { useEditing } from '../use-editing.ts';
import { editorMessages } from '../messages.ts';
import { pageNonce } from '../text/theme.ts';
import { preparePreview } from './prepare-preview.ts';
import { PreviewFrame } from './preview-frame.tsx';

interface PreviewState {
  readonly html: string | null;
  readonly problem: { readonly line: number; readonly message: string } | null;
  readonly error: unknown;
}

const emptyPreview: PreviewState = { html: null, problem: null, error: null };

export function PreviewPane(): ReactNode {
  const messages = useMessages(editorMessages);
  const { html, problem, error } = usePreview();
  return (
    <section className={styles['preview']} aria-label={messages.preview}>
      {error !== null && (
        <Notice tone={html === null ? 'bad' : 'warn'} title={messages.previewFailed}>
          {problemText(error)}
        </Notice>
      )}
      {problem && (
        <Notice tone="warn">
          {messages.previewProblem({ line: problem.line, message: problem.message })}
        </Notice>
      )}
      {html === null && error === null && (
        <div className={styles['lonely']}>
          <Skeleton lines={8} />
        </div>
      )}
      {html !== null && <PreviewFrame html={html} title={messages.previewOf} />}
    </section>
  );
}

/** A newer text aborts the previous request. */
function usePreview(): PreviewState {
  const editing = useEditing();
  const [shown, setShown] = useState(emptyPreview);
  useEffect(() => {
    let running = new AbortController();
    const render = async () => {
      running.abort();
      running = new AbortController();
      const { signal } = running;
      try {
        const { path } = editing;
        const page = await galley.documents.preview(
          { path, ...editing.currentText() },
          { signal, background: true },
        );
        const { view } = editing;
        const before = view.state.sliceDoc(0, view.state.selection.main.head);
        const html = preparePreview(page.html, { before, nonce: pageNonce() });
        setShown({ html, problem: page.problem, error: null });
      } catch (error) {
        if (signal.aborted) return;
        setShown((before) => ({ ...before, problem: null, error }));
      }
    };
    void render();
    const stop = editing.debouncedChange.subscribe(() => void render());
    return () => {
      stop();
      running.abort();
    };
  }, [editing]);
  return shown;
}
