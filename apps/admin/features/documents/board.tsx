import type { DocumentStatus, DocumentSummary } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { statusName, statuses, allowedTransitions } from '../../lib/document-status.ts';
import { useMessages } from '../../lib/messages.ts';
import { toast } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { changeDocumentStatus } from './document-actions.ts';
import { BoardColumn } from './board-column.tsx';
import styles from './documents.module.css';
import type { Filters } from './filters.ts';
import { useStatusRefusal } from './selection-bar.tsx';
import { useDocumentMenu } from './use-document-menu.tsx';
import { documentMessages } from './messages.ts';

/** A dropped card changes columns only after the server has accepted the move. */
export function Board({ filters }: { readonly filters: Filters }): ReactNode {
  const messages = useMessages(documentMessages);
  const names = useMessages(documentActionMessages);
  const menu = useDocumentMenu();
  const refusal = useStatusRefusal();
  const [pending, setPending] = useState<string | null>(null);
  const move = async (document: DocumentSummary, status: DocumentStatus) => {
    if (document.status === status) return;
    const reason = refusal(status);
    if (reason) return toast({ text: reason, tone: 'bad' });
    if (!allowedTransitions[document.status].includes(status)) {
      const text = names.noWay({ from: statusName(document.status), to: statusName(status) });
      return toast({ text, tone: 'bad' });
    }
    if (status === 'scheduled') return menu.schedule(document);
    setPending(document.path);
    await changeDocumentStatus(document, { status });
    return setPending(null);
  };
  return (
    <>
      <p className="soft small">{messages.boardHelp}</p>
      <div className={styles.board}>
        {statuses.map((status) => (
          <BoardColumn
            key={status}
            status={status}
            filters={filters}
            pending={pending}
            onMenu={menu.open}
            onMove={(document) => void move(document, status)}
          />
        ))}
      </div>
      {menu.content}
    </>
  );
}
