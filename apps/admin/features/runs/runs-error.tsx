import { isProblem } from '@galley/sdk';
import { DatabaseZap } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemText } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, EmptyState, ErrorNotice, Panel } from '../../ui/index.ts';
import { refreshRuns } from './queries.ts';
import styles from './runs.module.css';
import { runsMessages } from './messages.ts';

export function RunsError({ error }: { readonly error: unknown }): ReactNode {
  const messages = useMessages(runsMessages);
  const retry = () => void refreshRuns();
  if (!isProblem(error, 'store_unavailable')) return <ErrorNotice error={error} onRetry={retry} />;
  return (
    <Panel>
      <EmptyState
        icon={DatabaseZap}
        title={messages.storeAwayTitle}
        actions={<Button onPress={retry}>{messages.refresh}</Button>}
      >
        <p>{messages.storeAwayText}</p>
        <p className="small">{problemText(error)}</p>
      </EmptyState>
    </Panel>
  );
}

export function StartCommands(): ReactNode {
  return (
    <pre className={styles['commands']}>
      <code>galley serve --agents</code>
    </pre>
  );
}
