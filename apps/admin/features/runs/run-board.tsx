import type { RunDetail } from '@galley/sdk';
import { isProblem } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { searchText, useAddress } from '../../lib/address.ts';
import { useCommands, type Command } from '../../lib/commands.ts';
import { useMessages } from '../../lib/messages.ts';
import { EmptyState, ErrorNotice, Notice, Panel, Skeleton } from '../../ui/index.ts';
import { AgentPanel } from './agent-panel.tsx';
import { ApprovalPanel } from './approval-panel.tsx';
import { ClaimPanel } from './claim-panel.tsx';
import { OpenProposals } from './open-proposals.tsx';
import { boardQuery, openProposalsQuery, refreshRuns, runQuery, tasksQuery } from './queries.ts';
import { QuestionPanel } from './question-panel.tsx';
import { RunHead } from './run-head.tsx';
import { RunSelect } from './run-select.tsx';
import styles from './runs.module.css';
import { TaskPanel } from './task-panel.tsx';
import { StartCommands, RunsError } from './runs-error.tsx';
import { useRunEvents } from './use-run-events.ts';
import { runsMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

/** Shows one run: the newest, or that of the address. */
export function RunBoard(): ReactNode {
  const [search, change] = useAddress();
  const board = useQuery(boardQuery(useWorkspace()));
  useBoardCommands();
  if (!board.data) return board.error ? <RunsError error={board.error} /> : <Skeleton lines={8} />;
  const { status, degraded } = board.data;
  const run = searchText(search['run']) ?? status.run_id;
  return (
    <>
      <Stale error={board.error} />
      <Degraded fields={degraded} />
      {run === '' ? (
        <NoRun />
      ) : (
        <>
          <RunSelect
            run={run}
            onChange={(chosen) => change({ run: chosen === status.run_id ? undefined : chosen })}
          />
          <BoardOf run={run} />
        </>
      )}
    </>
  );
}

function BoardOf({ run }: { readonly run: string }): ReactNode {
  const id = useWorkspace();
  const { data, error } = useQuery(runQuery(id, run));
  const after = data && (data.last_event_id ?? '0');
  // An event can change any of the lists.
  const live = useRunEvents({ workspace: id, run, after }, refreshRuns);
  useRefreshOn(data && `${run} ${data.status}`);
  if (isProblem(error, 'run_not_found')) return <RunGone />;
  if (!data) return error ? <RunsError error={error} /> : <Skeleton lines={8} />;
  return (
    <>
      <Stale error={error} />
      <RunHead run={data} live={live} />
      <Blocks key={run} run={data} />
    </>
  );
}

/** Above data that may be outdated. */
function Stale({ error }: { readonly error: unknown }): ReactNode {
  const messages = useMessages(runsMessages);
  if (error === null) return null;
  return (
    <ErrorNotice title={messages.storeAwayTitle} error={error} onRetry={() => void refreshRuns()} />
  );
}

/** The first run needs no refetch: its lists are already loading. */
function useRefreshOn(what: string | undefined): void {
  const before = useRef(what);
  useEffect(() => {
    if (before.current !== undefined && before.current !== what) void refreshRuns();
    before.current = what;
  }, [what]);
}

function useBoardCommands(): void {
  const messages = useMessages(runsMessages);
  const commands = useMemo(
    (): Command[] => [
      {
        id: 'runs-refresh',
        label: messages.refresh,
        icon: Workflow,
        run: () => void refreshRuns(),
      },
    ],
    [messages],
  );
  useCommands(commands);
}

function RunGone(): ReactNode {
  const messages = useMessages(runsMessages);
  return (
    <Panel>
      <EmptyState icon={Workflow} title={messages.runGone} />
    </Panel>
  );
}

function Degraded({ fields }: { readonly fields: readonly string[] }): ReactNode {
  const messages = useMessages(runsMessages);
  if (fields.length === 0) return null;
  const names: Readonly<Record<string, string>> = {
    state: messages.state,
    active_agent_count: messages.atWork,
    active_deliberations: messages.deliberations,
    open_proposals: messages.openProposals,
    pending_approvals: messages.pendingApprovals,
    blockers: messages.blockers,
  };
  const named = fields.map((field) => names[field] ?? field).join(', ');
  return <Notice tone="warn">{messages.degraded({ fields: named })}</Notice>;
}

function NoRun(): ReactNode {
  const messages = useMessages(runsMessages);
  return (
    <Panel>
      <EmptyState icon={Workflow} title={messages.noRunTitle}>
        <p>{messages.noRunText}</p>
        <StartCommands />
      </EmptyState>
    </Panel>
  );
}

function Blocks({ run }: { readonly run: RunDetail }): ReactNode {
  const messages = useMessages(runsMessages);
  const id = useWorkspace();
  const tasks = useQuery(tasksQuery(id, run.id));
  const open = useQuery(openProposalsQuery(id, run.id));
  return (
    <>
      {run.status === 'active' && run.reason === null && (
        <Notice tone="info">
          <p>{messages.notTicked}</p>
          <StartCommands />
        </Notice>
      )}
      <QuestionPanel run={run.id} />
      <TaskPanel query={tasks} run={run} />
      <div className={styles['board']}>
        <div className="stack">
          <OpenProposals query={open} run={run.id} />
          <ApprovalPanel run={run.id} />
        </div>
        <div className="stack">
          <AgentPanel run={run} />
          <ClaimPanel run={run.id} />
        </div>
      </div>
    </>
  );
}
