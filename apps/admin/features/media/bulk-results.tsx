import type { ReactNode } from 'react';
import { refusalText } from '../../lib/problem-text.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Dialog, Notice, toastProblem, uiMessages } from '../../ui/index.ts';
import type { BulkOutcome } from './bulk-actions.ts';
import { mediaMessages } from './messages.ts';
import styles from './media.module.css';

interface BulkResultsProps {
  readonly outcome: BulkOutcome;
  readonly onClose: () => void;
  readonly onDone: (outcome: BulkOutcome) => void;
}

export function BulkResults({ outcome, onClose, onDone }: BulkResultsProps): ReactNode {
  const messages = useMessages(mediaMessages);
  const ui = useMessages(uiMessages);
  const { done, failed, force, action } = outcome;
  const used = failed.filter(({ problem }) => problem?.code === 'in_use');
  const forcing = useAction(async () => {
    const next = await force!(used.map(({ path }) => path));
    onClose();
    onDone(next);
  }, toastProblem);
  return (
    <Dialog
      title={messages.resultsTitle({ failed: failed.length })}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{ui.close}</Button>
          {used.length > 0 && force && (
            <Button kind="danger" isPending={forcing.isPending} onPress={forcing.run}>
              {action === 'delete' ? messages.deleteAnyway : messages.moveAnyway}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        {done.length > 0 && <p>{messages.resultsDone({ done: done.length })}</p>}
        <ul className={styles['results']}>
          {failed.map(({ path, problem }) => (
            <li key={path}>
              <strong className="breaks">{path}</strong>
              <span className="soft breaks">
                {problem && refusalText(problem.code, problem.detail)}
              </span>
            </li>
          ))}
        </ul>
        {used.length > 0 && force && <Notice tone="warn">{messages.anywayHelp}</Notice>}
      </div>
    </Dialog>
  );
}
