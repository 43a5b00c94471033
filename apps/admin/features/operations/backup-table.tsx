import type { BackupInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { byteSize } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, Time } from '../../ui/index.ts';
import { BackupActions } from './backup-actions.tsx';
import { operationsWords } from './words.ts';
import styles from './operations.module.css';

export function BackupTable(props: {
  readonly backups: readonly BackupInfo[];
  /** Id of the backup made before the last restore. */
  readonly snapshot: string | undefined;
}): ReactNode {
  const words = useWords(operationsWords);
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.backupFile}</th>
            <th scope="col" className={styles['wide']}>
              {words.contents}
            </th>
            <th scope="col" className={`number ${styles['wide']}`}>
              {words.size}
            </th>
            <th scope="col">{words.when}</th>
            <th scope="col">
              <span className="sr-only">{words.doings}</span>
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
  const words = useWords(operationsWords);
  const { id, name, type, size, created_at, created_by, include_media } = backup;
  return (
    <tr>
      <td className={styles['backup-name']}>
        <strong className="breaks">{name}</strong>{' '}
        {isSnapshot && <Badge tone="info">{words.beforeRestore}</Badge>}
        <span className="soft small breaks">{id}</span>
        <span className={`soft small ${styles['narrow']}`}>
          {words[`type.${type}`]} · {byteSize(size)}
        </span>
      </td>
      <td className={styles['wide']}>
        {words[`type.${type}`]} {!include_media && <Badge>{words.noMedia}</Badge>}
      </td>
      <td className={`number ${styles['wide']}`}>{byteSize(size)}</td>
      <td>
        <Time at={created_at} /> <span className="soft">{words.askedBy(created_by)}</span>
      </td>
      <td className={styles['doings']}>
        <BackupActions backup={backup} />
      </td>
    </tr>
  );
}
