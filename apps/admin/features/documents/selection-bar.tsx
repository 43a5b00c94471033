import type { DocumentStatus, DocumentSummary } from '@galley/sdk';
import { ChevronDown, Trash2, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { statusName, statuses } from '../../lib/document-status.ts';
import { useWords } from '../../lib/words.ts';
import { Button, IconButton, Menu, type MenuAction } from '../../ui/index.ts';
import { actWords } from './act-words.ts';
import { changeStatus, moveToTrash, type Wanted } from './acts.ts';
import styles from './documents.module.css';
import { ScheduleDialog } from './schedule-dialog.tsx';
import type { Selection } from './use-selection.ts';
import { documentWords } from './words.ts';

export function SelectionBar({ selection }: { readonly selection: Selection }): ReactNode {
  const { documents } = selection;
  if (documents.length === 0) return null;
  return <Bar documents={documents} onClear={selection.clear} />;
}

function Bar(props: {
  readonly documents: readonly DocumentSummary[];
  readonly onClear: () => void;
}): ReactNode {
  const { documents, onClear } = props;
  const words = useWords(actWords);
  const closeSchedule = () => setScheduling(false);
  const { clearSelection } = useWords(documentWords);
  const session = useSession();
  const [isPending, setPending] = useState(false);
  const [isScheduling, setScheduling] = useState(false);
  const run = async (act: () => Promise<boolean>) => {
    setPending(true);
    const isDone = await act();
    setPending(false);
    if (isDone) onClear();
  };
  const change = (wanted: Wanted) => run(() => changeStatus(documents, wanted));
  return (
    <section className={styles.selection} aria-label={words.selection}>
      <strong className={styles.selectionCount} role="status">
        {words.selected(documents.length)}
      </strong>
      <Menu
        label={words.changeStatus}
        actions={useStatusActions((status) => {
          if (status === 'scheduled') setScheduling(true);
          else void change({ status });
        })}
      >
        <Button icon={ChevronDown} isPending={isPending}>
          {words.changeStatus}
        </Button>
      </Menu>
      <Button
        icon={Trash2}
        isPending={isPending}
        disabledReason={!may(session, 'documents.lifecycle', true) && words.mayNotDelete}
        onPress={() => void run(() => moveToTrash(documents))}
      >
        {words.toTrash}
      </Button>
      <IconButton kind="quiet" icon={X} shortcut="Esc" onPress={onClear}>
        {clearSelection}
      </IconButton>
      {isScheduling && (
        <ScheduleDialog
          title={words.scheduleTitle(documents.length)}
          action={words.scheduleAction}
          onClose={closeSchedule}
          onSchedule={async (times) => {
            await change({ status: 'scheduled', ...times });
            closeSchedule();
          }}
        />
      )}
    </section>
  );
}

function useStatusActions(onStatus: (status: DocumentStatus) => void): MenuAction[] {
  const words = useWords(actWords);
  const refusal = useStatusRefusal();
  return statuses.map((status) => ({
    id: status,
    label: status === 'scheduled' ? words.schedule : statusName(status),
    disabledReason: refusal(status),
    onAction: () => onStatus(status),
  }));
}

/** Reason why the role allows the status for no document at all; the server decides per document. */
export function useStatusRefusal(): (status: DocumentStatus) => string | false {
  const words = useWords(actWords);
  const session = useSession();
  const mayPublish = may(session, 'documents.publish');
  return (status) => {
    if (mayPublish) return false;
    if (status !== 'draft' && status !== 'in_review') return words.mayNotPublish;
    return !may(session, 'documents.write', true) && words.mayNotWrite;
  };
}
