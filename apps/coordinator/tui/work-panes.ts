import type { AgentRow, ClaimRow, TaskRow } from './console-view.ts';
import { pane } from './pane.ts';
import { idColumn, statusColumn } from './shared-columns.ts';
import { momentText, timeText } from './time-text.ts';

export const tasks = pane<TaskRow>({
  label: 'Tasks',
  list: (view) => view.tasks,
  columns: [
    idColumn,
    statusColumn,
    { heading: 'ASSIGNED', text: assignee, maxWidth: [15, 24] },
    { heading: 'TITLE', text: ({ title }) => title },
    {
      heading: 'UPDATED',
      text: (row, now) => timeText(row.updatedAt, now),
      maxWidth: [10, 10],
      dispensable: 1,
    },
  ],
  facts: (task) => [
    ['Task', task.id],
    ['Status', task.status],
    ['Title', task.title],
    ['Assigned to', task.assignedAgentId ?? 'nobody'],
    ...task.waitsFor.map(
      ({ title, status }) => ['Waits for', `${title} (${status})`] as [string, string],
    ),
    ['Run', task.runId ?? 'none'],
    ['Updated', momentText(task.updatedAt)],
  ],
});

function assignee({ assignedAgentId, waitsFor }: TaskRow): string {
  if (assignedAgentId !== null) return assignedAgentId;
  const [first, ...others] = waitsFor;
  if (!first) return 'nobody';
  return others.length > 0 ? `after ${waitsFor.length} tasks` : `after ${first.title}`;
}

export const agents = pane<AgentRow>({
  label: 'Agents',
  list: (view) => view.agents,
  columns: [
    { ...idColumn, maxWidth: [20, 40] },
    statusColumn,
    { heading: 'ENABLED', text: ({ enabled }) => yesOrNo(enabled), maxWidth: [7, 7] },
    { heading: 'ROLE', text: ({ role }) => role, maxWidth: [15, 24] },
    { heading: 'ADAPTER', text: ({ adapter }) => adapter, maxWidth: [10, 20], dispensable: 1 },
    { heading: 'NOTE', text: ({ note }) => note ?? '', tone: () => 'bad' },
  ],
  facts: (agent) => [
    ['Agent', agent.id],
    ['Role', agent.role],
    ['Adapter', agent.adapter],
    ['Status', agent.status],
    ['Enabled', yesOrNo(agent.enabled)],
    ['Note', agent.note ?? 'none'],
  ],
});

const yesOrNo = (claim: boolean) => (claim ? 'yes' : 'no');

export const claims = pane<ClaimRow>({
  label: 'Claims',
  list: (view) => view.claims,
  columns: [
    { heading: 'RESOURCE', text: ({ resource }) => resource },
    { heading: 'AGENT', text: ({ agentId }) => agentId, maxWidth: [16, 30] },
    { heading: 'RUN', text: ({ runId }) => runId, maxWidth: [9, 30], keep: 'end', dispensable: 1 },
    { heading: 'EXPIRES', text: (row, now) => timeText(row.expiresAt, now), maxWidth: [10, 10] },
  ],
  facts: (claim) => [
    ['Claim', claim.id],
    ['Resource', claim.resource],
    ['Agent', claim.agentId],
    ['Run', claim.runId],
    ['Claimed', momentText(claim.claimedAt)],
    ['Expires', momentText(claim.expiresAt)],
  ],
});
