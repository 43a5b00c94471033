import { isProblem } from '@galley/sdk';
import { Boxes, DatabaseZap } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { problemText } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Empty, ErrorNotice, Panel, TextField } from '../../ui/index.ts';
import { refreshRuns } from './queries.ts';
import styles from './runs.module.css';
import { runsWords } from './words.ts';
import { useWorkspace, workspace } from './workspace.ts';

/** Instead of runs: the database is away, or there is no such workspace, or whatever else it was. */
export function Trouble({ error }: { readonly error: unknown }): ReactNode {
  const words = useWords(runsWords);
  const retry = () => void refreshRuns();
  if (isProblem(error, 'workspace_not_found')) return <NoWorkspace />;
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

function NoWorkspace(): ReactNode {
  const words = useWords(runsWords);
  const id = useWorkspace();
  const [typed, setTyped] = useState(id);
  const show = () => {
    workspace.set(typed.trim() || 'default');
    void refreshRuns();
  };
  return (
    <Panel>
      <Empty icon={Boxes} title={words.noWorkspaceTitle(id)}>
        <p>{words.noWorkspaceText}</p>
        <form
          className={styles['workspace']}
          onSubmit={(event) => {
            event.preventDefault();
            show();
          }}
        >
          <TextField label={words.workspace} value={typed} onChange={setTyped} maxLength={100} />
          <Button type="submit" kind="primary">
            {words.show}
          </Button>
        </form>
      </Empty>
    </Panel>
  );
}

/** How agents are let in, where nobody has done it yet. */
export function HowToStart(): ReactNode {
  return (
    <pre className={styles['commands']}>
      <code>{'galley start\ngalley supervise'}</code>
    </pre>
  );
}
