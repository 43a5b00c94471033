import type { GitLogEntry } from '@galley/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { GitCommitHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Button, CopyField, Empty, Loading, Page as Shown, Panel, Time } from '../../ui/index.ts';
import { GitSnapshotForm } from './git-snapshot-form.tsx';
import { gitLogQuery } from './operations-queries.ts';
import { OperationsTabs } from './operations-tabs.tsx';
import { operationsWords } from './words.ts';
import styles from './operations.module.css';

/** Snapshots of the content in git. */
export function Page(): ReactNode {
  const words = useWords(operationsWords);
  const [count, setCount] = useState(20);
  const query = useQuery({ ...gitLogQuery(count), placeholderData: keepPreviousData });
  return (
    <Shown title={words.operations} about={words.gitAbout}>
      <OperationsTabs />
      <Panel title={words.take}>
        <GitSnapshotForm />
      </Panel>
      <Panel title={words.history} isFlush>
        <Loading query={query}>
          {(log) =>
            log.length === 0 ? (
              <Empty icon={GitCommitHorizontal} title={words.noSnapshots}>
                {words.noSnapshotsText}
              </Empty>
            ) : (
              <LogTable log={log} />
            )
          }
        </Loading>
      </Panel>
      {query.data?.length === count && count < most && (
        <Button isPending={query.isFetching} onPress={() => setCount(most)}>
          {words.moreLog}
        </Button>
      )}
      <div className={styles['git-help']}>
        <CopyField label={words.gitHelp} value="git log --stat" />
      </div>
    </Shown>
  );
}

/** As many as the server tells of. */
const most = 200;

function LogTable({ log }: { readonly log: readonly GitLogEntry[] }): ReactNode {
  const words = useWords(operationsWords);
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{words.message}</th>
            <th scope="col">{words.author}</th>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.commit}</th>
          </tr>
        </thead>
        <tbody>
          {log.map(({ hash, author, email, date, message }) => (
            <tr key={hash}>
              <td className={styles['message']}>{message}</td>
              <td title={email}>{author}</td>
              <td>
                <Time at={date} />
              </td>
              <td>
                <code title={hash}>{hash.slice(0, 10)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
