import { useInfiniteQuery, useQueries } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Select } from '../../ui/index.ts';
import { runQuery, runsQuery } from './queries.ts';
import styles from './runs.module.css';
import { runStateName } from './state-messages.ts';
import { runsMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

const maxGoal = 60;

/** Hidden while there is only one run. */
export function RunSelect(props: {
  readonly run: string;
  readonly onChange: (run: string) => void;
}): ReactNode {
  const { run, onChange } = props;
  const messages = useMessages(runsMessages);
  const workspace = useWorkspace();
  const query = useInfiniteQuery(runsQuery(workspace));
  const runs = query.data?.pages.flatMap(({ items }) => items) ?? [];
  // Only the details tell whether a coordinator runs it.
  const active = runs.filter(({ status }) => status === 'active');
  const details = useQueries({ queries: active.map(({ id }) => runQuery(workspace, id)) });
  const waitingOf = new Map(details.flatMap(({ data }) => (data ? [[data.id, data.waiting]] : [])));
  if (runs.length < 2) return null;
  const options = runs.map(({ id, goal, status }) => ({
    id,
    label: `${goal.split('\n', 1)[0]!.slice(0, maxGoal) || id} · ${runStateName(status, waitingOf.get(id))}`,
  }));
  const isListed = options.some(({ id }) => id === run);
  return (
    <div className={styles['runSelect']}>
      <Select
        label={messages.shownRun}
        value={run}
        onChange={onChange}
        options={isListed ? options : [{ id: run, label: run }, ...options]}
      />
    </div>
  );
}
