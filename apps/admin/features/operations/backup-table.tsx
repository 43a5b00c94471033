import type { BackupInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Time } from '../../ui/index.ts';
import { BackupActions } from './backup-actions.tsx';
import { operationsMessages } from './messages.ts';
import styles from './operations.module.css';

export function BackupTable(props: {
  readonly backups: readonly BackupInfo[];
  /** Id of the backup made before the last restore. */
  readonly snapshot: string | undefined;
}): ReactNode {
  const messages = useMessages(operationsMessages);
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{messages.backupFile}</th>
            <th scope="col" className={styles['wide']}>
              {messages.contents}
            </th>
            <th scope="col" className={`number ${styles['wide']}`}>
              {messages.size}
            </th>
            <th scope="col">{messages.when}</th>
            <th scope="col">
              <span className="sr-only">{messages.doings}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.backups.map((backup) => (
            <BackupRow key={backup.id} backup={backup} isSnapshot={backup.id === props.snapshot} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BackupRow(props: {
  readonly backup: BackupInfo;
  readonly isSnapshot: boolean;
}): ReactNode {
  const { backup, isSnapshot } = props;
  const messages = useMessages(operationsMessages);
  const { id, name, type, size, created_at, created_by, include_media, encrypted } = backup;
  return (
    <tr>
      <td className={styles['backup-name']}>
        <strong className="breaks">{name}</strong>{' '}
        {isSnapshot && <Badge tone="info">{messages.beforeRestore}</Badge>}
        <span className="soft small breaks">{id}</span>
        <span className={`soft small ${styles['narrow']}`}>
          {messages[`type.${type}`]} · {formatBytes(size)}
        </span>
      </td>
      <td className={styles['wide']}>
        {messages[`type.${type}`]} {!include_media && <Badge>{messages.noMedia}</Badge>}{' '}
        {encrypted && <Badge>{messages.encrypted}</Badge>}
      </td>
      <td className={`number ${styles['wide']}`}>{formatBytes(size)}</td>
      <td>
        <Time at={created_at} />{' '}
        <span className="soft">{messages.askedBy({ who: created_by })}</span>
      </td>
      <td className={styles['doings']}>
        <BackupActions backup={backup} />
      </td>
    </tr>
  );
}
