import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useStore } from '../../lib/store.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Dialog, uiWords } from '../../ui/index.ts';
import { actWords } from './act-words.ts';
import { report, type Report } from './acts.ts';
import styles from './documents.module.css';

export function RefusedSheet(): ReactNode {
  const shown = useStore(report);
  return shown && <Refused report={shown} />;
}

function Refused({ report: { done, refused } }: { readonly report: Report }): ReactNode {
  const words = useWords(actWords);
  const { close } = useWords(uiWords);
  const onClose = () => report.set(null);
  return (
    <Dialog
      title={words.someRefused(refused.length)}
      onClose={onClose}
      actions={
        <Button kind="primary" autoFocus onPress={onClose}>
          {close}
        </Button>
      }
    >
      <div className="stack">
        <p>{words.refusedText(done)}</p>
        <ul className={styles.refused}>
          {refused.map(({ path, reason }) => (
            <li key={path}>
              {path.startsWith('.') ? (
                <strong className="breaks">{path}</strong>
              ) : (
                <Link className="breaks" to={'/edit/$'} params={{ _splat: path }} onClick={onClose}>
                  {path}
                </Link>
              )}
              <p className="soft small breaks">{reason}</p>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
