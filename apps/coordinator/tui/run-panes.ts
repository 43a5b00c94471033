import type { EventRow, RunRow, WorkCounts } from './console-view.ts';
import { pane } from './pane.ts';
import { toneOf } from './shared-columns.ts';
import type { Column } from './table-layout.ts';
import { momentText, timeText } from './time-text.ts';

const none = '-';

export const runs = pane<RunRow>({
  label: 'Runs',
  list: (view) => view.runs,
  columns: [
    { heading: 'RUN', text: ({ id }) => id, maxWidth: [9, 30], keep: 'end' },
    {
      heading: 'STATE',
      text: ({ state }) => state,
      tone: (row) => toneOf(row.state),
      maxWidth: [13, 20],
    },
    { heading: 'GOAL', text: ({ goal }) => goal },
    {
      heading: 'TASKS',
      wideHeading: 'TASKS o/p/b/d',
      text: ({ work }) =>
        work ? [work.open, work.inProgress, work.blocked, work.done].join('/') : none,
      maxWidth: [11, 20],
    },
    count('AGENTS', ({ agents }) => agents, { dispensable: 1 }),
    count('CLAIMS', ({ claims }) => claims, { dispensable: 2 }),
    count('PROPS', ({ work }) => work?.proposals, { wideHeading: 'PROPOSALS' }),
    count('APPRS', ({ work }) => work?.approvals, { wideHeading: 'APPROVALS' }),
  ],
  facts: (run) => [
    ['Run', run.id],
    ['State', run.state],
    ...(run.waiting === null ? [] : [['Now', run.waiting] as [string, string]]),
    ...(run.use === null ? [] : [['Used', run.use] as [string, string]]),
    [
      'Reason',
      [run.reason ?? 'none yet', ...(run.reasonDetail ? [run.reasonDetail] : [])].join(': '),
    ],
    ['Started', momentText(run.startedAt)],
    ['Goal', run.goal],
    ['Agents', `${run.agents} at work`],
    ['Claims', String(run.claims)],
    ...(run.work ? workInWords(run.work) : []),
  ],
});

function workInWords(work: WorkCounts): [string, string][] {
  const { open, inProgress, blocked, done, proposals, approvals } = work;
  return [
    ['Tasks', `${open} open, ${inProgress} in progress, ${blocked} blocked, ${done} done`],
    ['Proposals', `${proposals} active`],
    ['Approvals', `${approvals} requested`],
  ];
}

function count(
  heading: string,
  of: (run: RunRow) => number | undefined,
  more: Partial<Column<RunRow>>,
): Column<RunRow> {
  return {
    heading,
    text: (run) => String(of(run) ?? none),
    maxWidth: [6, 9],
    align: 'right',
    ...more,
  };
}

export const events = pane<EventRow>({
  label: 'Events',
  list: (view) => view.events,
  columns: [
    { heading: 'TIME', text: (row, now) => timeText(row.at, now), maxWidth: [10, 10] },
    { heading: 'EVENT', text: ({ type }) => type, maxWidth: [26, 34] },
    { heading: 'WHAT', text: ({ text }) => text },
    { heading: 'RUN', text: ({ runId }) => runId, maxWidth: [9, 30], keep: 'end', dispensable: 1 },
  ],
  facts: (event) => [
    ['Event', String(event.id)],
    ['Type', event.type],
    ['Time', momentText(event.at)],
    ['Run', event.runId],
    ['What', event.text],
  ],
});
