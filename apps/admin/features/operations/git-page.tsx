import type { GitLogEntry } from '@galley/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { GitCommitHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  CopyField,
  EmptyState,
  QueryBoundary,
  Page as Shown,
  Panel,
  Time,
} from '../../ui/index.ts';
import { GitSnapshotForm } from './git-snapshot-form.tsx';
import { gitLogQuery } from './operations-queries.ts';
import { OperationsTabs } from './operations-tabs.tsx';
import { gitMessages } from './git-messages.ts';
import { operationsMessages } from './messages.ts';
import styles from './operations.module.css';

export function Page(): ReactNode {
  const messages = useMessages(operationsMessages);
  const git = useMessages(gitMessages);
  const [count, setCount] = useState(20);
  const query = useQuery({ ...gitLogQuery(count), placeholderData: keepPreviousData });
  return (
    <Shown title={messages.operations} about={git.gitAbout}>
      <OperationsTabs />
      <Panel title={git.take}>
        <GitSnapshotForm />
      </Panel>
      <Panel title={git.history} isFlush>
        <QueryBoundary query={query}>
          {(log) =>
            log.length === 0 ? (
              <EmptyState icon={GitCommitHorizontal} title={git.noSnapshots}>
                {git.noSnapshotsText}
              </EmptyState>
            ) : (
              <LogTable log={log} />
            )
          }
        </QueryBoundary>
      </Panel>
      {query.data?.length === count && count < maxCommits && (
        <Button isPending={query.isFetching} onPress={() => setCount(maxCommits)}>
          {git.moreLog}
        </Button>
      )}
      <div className={styles['git-help']}>
        <CopyField label={git.gitHelp} value="git log --stat" />
      </div>
    </Shown>
  );
}

/** Limit of the server. */
const maxCommits = 200;

function LogTable({ log }: { readonly log: readonly GitLogEntry[] }): ReactNode {
  const messages = useMessages(operationsMessages);
  const git = useMessages(gitMessages);
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{git.message}</th>
            <th scope="col">{git.author}</th>
            <th scope="col">{messages.when}</th>
            <th scope="col">{messages.commit}</th>
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
