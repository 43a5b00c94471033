import type { GitLogEntry } from '@galley/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { GitCommitHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Button, CopyField, Empty, Loading, Page as Shown, Panel, Time } from '../../ui/index.ts';
import { GitSnapshotForm } from './git-snapshot-form.tsx';
import { gitLogQuery } from './operations-queries.ts';
import { OperationsTabs } from './operations-tabs.tsx';
import { gitWords } from './git-words.ts';
import { operationsWords } from './words.ts';
import styles from './operations.module.css';

export function Page(): ReactNode {
  const words = useWords(operationsWords);
  const git = useWords(gitWords);
  const [count, setCount] = useState(20);
  const query = useQuery({ ...gitLogQuery(count), placeholderData: keepPreviousData });
  return (
    <Shown title={words.operations} about={git.gitAbout}>
      <OperationsTabs />
      <Panel title={git.take}>
        <GitSnapshotForm />
      </Panel>
      <Panel title={git.history} isFlush>
        <Loading query={query}>
          {(log) =>
            log.length === 0 ? (
              <Empty icon={GitCommitHorizontal} title={git.noSnapshots}>
                {git.noSnapshotsText}
              </Empty>
            ) : (
              <LogTable log={log} />
            )
          }
        </Loading>
      </Panel>
      {query.data?.length === count && count < most && (
        <Button isPending={query.isFetching} onPress={() => setCount(most)}>
          {git.moreLog}
        </Button>
      )}
      <div className={styles['git-help']}>
        <CopyField label={git.gitHelp} value="git log --stat" />
      </div>
    </Shown>
  );
}

/** Maximum number of snapshots that the server returns. */
const most = 200;

function LogTable({ log }: { readonly log: readonly GitLogEntry[] }): ReactNode {
  const words = useWords(operationsWords);
  const git = useWords(gitWords);
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{git.message}</th>
            <th scope="col">{git.author}</th>
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
