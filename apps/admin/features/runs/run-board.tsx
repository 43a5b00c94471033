import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useCommands, type Command } from '../../lib/commands.ts';
import { useWords } from '../../lib/words.ts';
import { Empty, ErrorNotice, Loading, Notice, Panel } from '../../ui/index.ts';
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
import { RunActions } from './run-actions.tsx';
import { RunHead } from './run-head.tsx';
import styles from './runs.module.css';
import { TaskPanel } from './task-panel.tsx';
import { HowToStart, Trouble } from './trouble.tsx';
import { useRunEvents, type LiveState } from './use-run-events.ts';
import { runsWords } from './words.ts';
import { useWorkspace } from './workspace.tsx';

export function RunBoard(): ReactNode {
  const words = useWords(runsWords);
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
    return <Trouble error={error} />;
  }
  return (
    <>
      {error && (
        <ErrorNotice
          title={words.storeAwayTitle}
          error={error}
          onRetry={() => void refreshRuns()}
        />
      )}
      <Loading query={board} lines={8}>
        {(data) => <BoardContent board={data} reason={detail.data?.reason ?? null} live={live} />}
      </Loading>
    </>
  );
}

/**
 * Refetches all lists when the run or its state changes. The first run needs no refetch: its lists are already loading.
 */
function useRefreshOn(what: string | undefined): void {
  const before = useRef(what);
  useEffect(() => {
    if (before.current !== undefined && before.current !== what) void refreshRuns();
    before.current = what;
  }, [what]);
}

function useBoardCommands(): void {
  const words = useWords(runsWords);
  const commands = useMemo(
    (): Command[] => [
      { id: 'runs-refresh', label: words.refresh, icon: Workflow, run: () => void refreshRuns() },
    ],
    [words],
  );
  useCommands(commands);
}

interface ContentProps {
  readonly board: Board;
  readonly reason: string | null;
  readonly live: LiveState;
}

function BoardContent({ board, reason, live }: ContentProps): ReactNode {
  const words = useWords(runsWords);
  const { status, degraded } = board;
  const isThere = status.run_id !== '';
  return (
    <>
      {degraded.length > 0 && (
        <Notice tone="warn">
          {words.degraded(degraded.map((field) => shownField(field, words)).join(', '))}
        </Notice>
      )}
      {isThere ? <RunHead board={board} reason={reason} live={live} /> : <NoRun board={board} />}
      {isThere && status.state === 'active' && reason === null && <NotTicked />}
      <Blocks />
    </>
  );
}

function shownField(field: string, words: (typeof runsWords)['en']): string {
  const names: Readonly<Record<string, string>> = {
    state: words.state,
    active_agent_count: words.atWork,
    active_deliberations: words.deliberations,
    open_proposals: words.openProposals,
    pending_approvals: words.pendingApprovals,
    blockers: words.blockers,
  };
  return names[field] ?? field;
}

function NoRun({ board }: { readonly board: Board }): ReactNode {
  const words = useWords(runsWords);
  return (
    <Panel>
      <Empty
        icon={Workflow}
        title={words.noRunTitle}
        actions={<RunActions status={board.status} isStartAlone />}
      >
        <p>{words.noRunText}</p>
        <HowToStart />
      </Empty>
    </Panel>
  );
}

function NotTicked(): ReactNode {
  const words = useWords(runsWords);
  return (
    <Notice tone="info">
      <p>{words.notTicked}</p>
      <HowToStart />
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
        <ApprovalPanel />
        <AgentPanel />
        <ClaimPanel />
      </div>
    </div>
  );
}
