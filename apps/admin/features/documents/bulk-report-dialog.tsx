import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useStore } from '../../lib/store.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Dialog, uiMessages } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { bulkReport, type BulkReport } from './document-actions.ts';
import styles from './documents.module.css';

export function BulkReportDialog(): ReactNode {
  const shown = useStore(bulkReport);
  return shown && <BulkReportContent report={shown} />;
}

function BulkReportContent({
  report: { done, refused },
}: {
  readonly report: BulkReport;
}): ReactNode {
  const messages = useMessages(documentActionMessages);
  const { close } = useMessages(uiMessages);
  const onClose = () => bulkReport.set(null);
  return (
    <Dialog
      title={messages.someRefused({ count: refused.length })}
      onClose={onClose}
      actions={
        <Button kind="primary" autoFocus onPress={onClose}>
          {close}
        </Button>
      }
    >
      <div className="stack">
        <p>{messages.refusedText({ done })}</p>
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
