import type { BackupInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Archive, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  EmptyState,
  QueryBoundary,
  Notice,
  Page as Shown,
  Panel,
  Spinner,
} from '../../ui/index.ts';
import { BackupTable } from './backup-table.tsx';
import { isBackupRunning, restoreProgress } from './backup-tasks.ts';
import { NewBackup } from './new-backup.tsx';
import { OperationsTabs } from './operations-tabs.tsx';
import { backupsQuery } from './operations-queries.ts';
import { RestoreState } from './restore-state.tsx';
import { operationsMessages } from './messages.ts';
import styles from './operations.module.css';

export function Page(): ReactNode {
  const messages = useMessages(operationsMessages);
  const query = useQuery(backupsQuery);
  const [isNew, setNew] = useState(false);
  const isMaking = useStore(isBackupRunning);
  const isRestoring = useStore(restoreProgress)?.state === 'under way';
  return (
    <Shown title={messages.operations} about={messages.backupsAbout}>
      <OperationsTabs />
      {isMaking && (
        <Notice tone="info" actions={<Spinner label={messages.makeBackup} />}>
          {messages.making}
        </Notice>
      )}
      <RestoreState />
      <Panel
        title={messages.backups}
        isFlush
        actions={
          <Button
            kind="primary"
            icon={Plus}
            onPress={() => setNew(true)}
            isPending={isMaking || isRestoring}
          >
            {messages.makeBackup}
          </Button>
        }
      >
        <QueryBoundary query={query}>{(backups) => <List backups={backups} />}</QueryBoundary>
      </Panel>
      {isNew && <NewBackup onClose={() => setNew(false)} />}
    </Shown>
  );
}

function List({ backups }: { readonly backups: readonly BackupInfo[] }): ReactNode {
  const messages = useMessages(operationsMessages);
  const snapshot = backups.find(({ name }) => name === 'before-restore');
  if (backups.length === 0)
    return (
      <EmptyState icon={Archive} title={messages.noBackups}>
        {messages.noBackupsText}
      </EmptyState>
    );
  return (
    <>
      <BackupTable backups={backups} snapshot={snapshot?.id} />
      {snapshot && (
        <p className={`soft small breaks ${styles['snapshot']}`}>
          {messages.lastSnapshot}: <code>{snapshot.id}</code>, {formatDateTime(snapshot.created_at)}
        </p>
      )}
    </>
  );
}
