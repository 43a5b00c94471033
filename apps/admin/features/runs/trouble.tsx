import { isProblem } from '@galley/sdk';
import { DatabaseZap } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemText } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Empty, ErrorNotice, Panel } from '../../ui/index.ts';
import { refreshRuns } from './queries.ts';
import styles from './runs.module.css';
import { runsWords } from './words.ts';

/** Replaces the runs when they cannot be loaded, for example while the database is unavailable. */
export function Trouble({ error }: { readonly error: unknown }): ReactNode {
  const words = useWords(runsWords);
  const retry = () => void refreshRuns();
  if (!isProblem(error, 'store_unavailable')) return <ErrorNotice error={error} onRetry={retry} />;
  return (
    <Panel>
      <Empty
        icon={DatabaseZap}
        title={words.storeAwayTitle}
        actions={<Button onPress={retry}>{words.refresh}</Button>}
      >
        <p>{words.storeAwayText}</p>
        <p className="small">{problemText(error)}</p>
      </Empty>
    </Panel>
  );
}

export function HowToStart(): ReactNode {
  return (
    <pre className={styles['commands']}>
      <code>{'galley start\ngalley supervise'}</code>
    </pre>
  );
}
