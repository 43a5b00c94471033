import type { DocumentStatus, DocumentSummary } from '@galley/sdk';
import { ChevronDown, Tag, Trash2, UserPlus, X, type LucideIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { statusName, statuses } from '../../lib/document-status.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton, Menu, type MenuAction } from '../../ui/index.ts';
import { documentActionMessages } from './action-messages.ts';
import { BulkAssignDialog } from './bulk-assign-dialog.tsx';
import { assignDocuments, changeTags } from './bulk-changes.ts';
import { BulkTagsDialog } from './bulk-tags-dialog.tsx';
import { changeStatus, moveToTrash, type StatusChange } from './document-actions.ts';
import styles from './documents.module.css';
import { ScheduleDialog } from './schedule-dialog.tsx';
import type { Selection } from './use-selection.ts';
import { documentMessages } from './messages.ts';

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
  const messages = useMessages(documentActionMessages);
  const close = () => setDialog(null);
  const { clearSelection } = useMessages(documentMessages);
  const session = useSession();
  const [isPending, setPending] = useState(false);
  const [dialog, setDialog] = useState<'schedule' | 'assign' | 'tags' | null>(null);
  const run = async (act: () => Promise<boolean>) => {
    setPending(true);
    const isDone = await act();
    setPending(false);
    if (isDone) onClear();
  };
  const change = (wanted: StatusChange) => run(() => changeStatus(documents, wanted));
  return (
    <section className={styles.selection} aria-label={messages.selection}>
      <strong className={styles.selectionCount} role="status">
        {messages.selected({ count: documents.length })}
      </strong>
      <Menu
        label={messages.changeStatus}
        actions={useStatusActions((status) => {
          if (status === 'scheduled') setDialog('schedule');
          else void change({ status });
        })}
      >
        <Button icon={ChevronDown} isPending={isPending}>
          {messages.changeStatus}
        </Button>
      </Menu>
      <ShortcutButton
        icon={UserPlus}
        shortcut="a"
        label={messages.assign}
        isPending={isPending}
        disabledReason={!hasCapability(session, 'documents.assign') && messages.mayNotAssign}
        onPress={() => setDialog('assign')}
      />
      <ShortcutButton
        icon={Tag}
        shortcut="t"
        label={messages.tag}
        isPending={isPending}
        disabledReason={!hasCapability(session, 'documents.write', true) && messages.mayNotWrite}
        onPress={() => setDialog('tags')}
      />
      <Button
        icon={Trash2}
        isPending={isPending}
        disabledReason={
          !hasCapability(session, 'documents.lifecycle', true) && messages.mayNotDelete
        }
        onPress={() => void run(() => moveToTrash(documents))}
      >
        {messages.toTrash}
      </Button>
      <IconButton kind="quiet" icon={X} shortcut="Esc" onPress={onClear}>
        {clearSelection}
      </IconButton>
      {dialog === 'assign' && (
        <BulkAssignDialog
          documents={documents}
          onClose={close}
          onAssign={async (wanted) => {
            await run(() => assignDocuments(documents, wanted));
            close();
          }}
        />
      )}
      {dialog === 'tags' && (
        <BulkTagsDialog
          documents={documents}
          onClose={close}
          onChange={async (wanted) => {
            await run(() => changeTags(documents, wanted));
            close();
          }}
        />
      )}
      {dialog === 'schedule' && (
        <ScheduleDialog
          title={messages.scheduleTitle({ count: documents.length })}
          action={messages.scheduleAction}
          onClose={close}
          onSchedule={async (times) => {
            await change({ status: 'scheduled', ...times });
            close();
          }}
        />
      )}
    </section>
  );
}

function ShortcutButton(props: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly shortcut: string;
  readonly isPending: boolean;
  readonly disabledReason: string | false;
  readonly onPress: () => void;
}): ReactNode {
  const { label, shortcut, ...button } = props;
  const isOn = button.disabledReason === false;
  useShortcut({ keys: shortcut, label, run: button.onPress }, isOn);
  return (
    <Button {...button} shortcut={shortcut}>
      {label}
    </Button>
  );
}

function useStatusActions(onStatus: (status: DocumentStatus) => void): MenuAction[] {
  const messages = useMessages(documentActionMessages);
  const refusal = useStatusRefusal();
  return statuses.map((status) => ({
    id: status,
    label: status === 'scheduled' ? messages.schedule : statusName(status),
    disabledReason: refusal(status),
    onAction: () => onStatus(status),
  }));
}

/** Reason why the role allows the status for no document at all; the server decides per document. */
export function useStatusRefusal(): (status: DocumentStatus) => string | false {
  const messages = useMessages(documentActionMessages);
  const session = useSession();
  const mayPublish = hasCapability(session, 'documents.publish');
  return (status) => {
    if (mayPublish) return false;
    if (status !== 'draft' && status !== 'in_review') return messages.mayNotPublish;
    return !hasCapability(session, 'documents.write', true) && messages.mayNotWrite;
  };
}
