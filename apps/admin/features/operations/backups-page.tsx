import type { BackupInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Archive, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { dateTime } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Empty, Loading, Notice, Page as Shown, Panel, Spinner } from '../../ui/index.ts';
import { BackupTable } from './backup-table.tsx';
import { making, restoring } from './backup-work.ts';
import { NewBackup } from './new-backup.tsx';
import { OperationsTabs } from './operations-tabs.tsx';
import { backupsQuery } from './operations-queries.ts';
import { RestoreState } from './restore-state.tsx';
import { operationsWords } from './words.ts';
import styles from './operations.module.css';

export function Page(): ReactNode {
  const words = useWords(operationsWords);
  const query = useQuery(backupsQuery);
  const [isNew, setNew] = useState(false);
  const isMaking = useStore(making);
  const isRestoring = useStore(restoring)?.state === 'under way';
  return (
    <Shown title={words.operations} about={words.backupsAbout}>
      <OperationsTabs />
      {isMaking && (
        <Notice tone="info" actions={<Spinner label={words.makeBackup} />}>
          {words.making}
        </Notice>
      )}
      <RestoreState />
      <Panel
        title={words.backups}
        isFlush
        actions={
          <Button
            kind="primary"
            icon={Plus}
            onPress={() => setNew(true)}
            isPending={isMaking || isRestoring}
          >
            {words.makeBackup}
          </Button>
        }
      >
        <Loading query={query}>{(backups) => <List backups={backups} />}</Loading>
      </Panel>
      {isNew && <NewBackup onClose={() => setNew(false)} />}
    </Shown>
  );
}

function List({ backups }: { readonly backups: readonly BackupInfo[] }): ReactNode {
  const words = useWords(operationsWords);
  const snapshot = backups.find(({ name }) => name === 'before-restore');
  if (backups.length === 0)
    return (
      <Empty icon={Archive} title={words.noBackups}>
        {words.noBackupsText}
      </Empty>
    );
  return (
    <>
      <BackupTable backups={backups} snapshot={snapshot?.id} />
      {snapshot && (
        <p className={`soft small breaks ${styles['snapshot']}`}>
          {words.lastSnapshot}: <code>{snapshot.id}</code>, {dateTime(snapshot.created_at)}
        </p>
      )}
    </>
  );
}
