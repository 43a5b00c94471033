import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useCommands, type Command } from '../../lib/commands.ts';
import { useMessages } from '../../lib/messages.ts';
import { EmptyState, ErrorNotice, QueryBoundary, Notice, Panel } from '../../ui/index.ts';
import { AgentPanel } from './agent-panel.tsx';
import { ApprovalPanel } from './approval-panel.tsx';
import { ClaimPanel } from './claim-panel.tsx';
import { OpenProposals } from './open-proposals.tsx';
import {
  boardQuery,
  openProposalsQuery,
  refreshRuns,
  runQuery,
  tasksQuery,
  type Board,
} from './queries.ts';
import { QuestionPanel } from './question-panel.tsx';
import { RunActions } from './run-actions.tsx';
import { RunHead } from './run-head.tsx';
import styles from './runs.module.css';
import { TaskPanel } from './task-panel.tsx';
import { StartCommands, RunsError } from './runs-error.tsx';
import { useRunEvents, type LiveState } from './use-run-events.ts';
import { runsMessages } from './messages.ts';
import { useWorkspace } from './workspace.tsx';

export function RunBoard(): ReactNode {
  const messages = useMessages(runsMessages);
  const id = useWorkspace();
  const board = useQuery(boardQuery(id));
  const tasks = useQuery(tasksQuery(id));
  const run = board.data?.status.run_id ?? '';
  const state = board.data?.status.state;
  const detail = useQuery(runQuery(id, run));
  const after = detail.data && (detail.data.last_event_id ?? '0');
  // An event can change any of the lists.
  const live = useRunEvents({ workspace: id, run, after }, refreshRuns);
  useRefreshOn(state && `${run} ${state}`);
  useBoardCommands();
  const error = board.error ?? tasks.error;
  if (error && (tasks.data === undefined || board.data === undefined)) {
    return <RunsError error={error} />;
  }
  return (
    <>
      {error && (
        <ErrorNotice
          title={messages.storeAwayTitle}
          error={error}
          onRetry={() => void refreshRuns()}
        />
      )}
      <QueryBoundary query={board} lines={8}>
        {(data) => <BoardContent board={data} reason={detail.data?.reason ?? null} live={live} />}
      </QueryBoundary>
    </>
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

interface ContentProps {
  readonly board: Board;
  readonly reason: string | null;
  readonly live: LiveState;
}

function BoardContent({ board, reason, live }: ContentProps): ReactNode {
  const messages = useMessages(runsMessages);
  const { status, degraded } = board;
  const isThere = status.run_id !== '';
  return (
    <>
      {degraded.length > 0 && (
        <Notice tone="warn">
          {messages.degraded(degraded.map((field) => fieldLabel(field, messages)).join(', '))}
        </Notice>
      )}
      {isThere ? <RunHead board={board} reason={reason} live={live} /> : <NoRun board={board} />}
      {isThere && status.state === 'active' && reason === null && <NoTickNotice />}
      <Blocks />
    </>
  );
}

function fieldLabel(field: string, messages: (typeof runsMessages)['en']): string {
  const names: Readonly<Record<string, string>> = {
    state: messages.state,
    active_agent_count: messages.atWork,
    active_deliberations: messages.deliberations,
    open_proposals: messages.openProposals,
    pending_approvals: messages.pendingApprovals,
    blockers: messages.blockers,
  };
  return names[field] ?? field;
}

function NoRun({ board }: { readonly board: Board }): ReactNode {
  const messages = useMessages(runsMessages);
  return (
    <Panel>
      <EmptyState
        icon={Workflow}
        title={messages.noRunTitle}
        actions={<RunActions status={board.status} isStartAlone />}
      >
        <p>{messages.noRunText}</p>
        <StartCommands />
      </EmptyState>
    </Panel>
  );
}

function NoTickNotice(): ReactNode {
  const messages = useMessages(runsMessages);
  return (
    <Notice tone="info">
      <p>{messages.notTicked}</p>
      <StartCommands />
    </Notice>
  );
}

function Blocks(): ReactNode {
  const id = useWorkspace();
  const tasks = useQuery(tasksQuery(id));
  const open = useQuery(openProposalsQuery(id));
  return (
    <div className={styles['board']}>
      <div className="stack">
        <OpenProposals query={open} />
        <TaskPanel query={tasks} />
      </div>
      <div className="stack">
        <QuestionPanel />
        <ApprovalPanel />
        <AgentPanel />
        <ClaimPanel />
      </div>
    </div>
  );
}
