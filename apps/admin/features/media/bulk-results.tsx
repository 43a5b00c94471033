import { useState, type ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Button, Dialog, Notice, toastProblem, uiWords } from '../../ui/index.ts';
import type { BulkOutcome } from './bulk-actions.ts';
import { mediaWords } from './words.ts';
import styles from './media.module.css';

interface BulkResultsProps {
  readonly outcome: BulkOutcome;
  readonly onClose: () => void;
  readonly onDone: (outcome: BulkOutcome) => void;
}

/** Which files were refused, and why; those that are in use can be changed all the same. */
export function BulkResults({ outcome, onClose, onDone }: BulkResultsProps): ReactNode {
  const words = useWords(mediaWords);
  const ui = useWords(uiWords);
  const [isPending, setPending] = useState(false);
  const { done, failed, force, action } = outcome;
  const used = failed.filter(({ problem }) => problem?.code === 'in_use');
  const go = async () => {
    setPending(true);
    try {
      const next = await force!(used.map(({ path }) => path));
      onClose();
      onDone(next);
    } catch (error) {
      toastProblem(error);
      setPending(false);
    }
  };
  return (
    <Dialog
      title={words.resultsTitle(failed.length)}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{ui.close}</Button>
          {used.length > 0 && force && (
            <Button kind="danger" isPending={isPending} onPress={() => void go()}>
              {action === 'delete' ? words.deleteAnyway : words.moveAnyway}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {done.length > 0 && <p>{words.resultsDone(done.length)}</p>}
        <ul className={styles['results']}>
          {failed.map(({ path, problem }) => (
            <li key={path}>
              <strong className="breaks">{path}</strong>
              <span className="soft breaks">{problem?.detail}</span>
            </li>
          ))}
        </ul>
        {used.length > 0 && force && <Notice tone="warn">{words.anywayHelp}</Notice>}
      </div>
    </Dialog>
  );
}
