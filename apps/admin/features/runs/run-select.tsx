import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Select } from '../../ui/index.ts';
import { runsQuery } from './queries.ts';
import styles from './runs.module.css';
import { stateName } from './state-messages.ts';
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
  const query = useInfiniteQuery(runsQuery(useWorkspace()));
  const runs = query.data?.pages.flatMap(({ items }) => items) ?? [];
  if (runs.length < 2) return null;
  const options = runs.map(({ id, goal, status }) => ({
    id,
    label: `${goal.split('\n', 1)[0]!.slice(0, maxGoal) || id} · ${stateName(status)}`,
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
