import { approvals, proposals } from './decision-panes.ts';
import type { Pane } from './pane.ts';
import { events, runs } from './run-panes.ts';
import { agents, claims, tasks } from './work-panes.ts';

export const paneNames = [
  'runs',
  'tasks',
  'agents',
  'claims',
  'proposals',
  'approvals',
  'events',
] as const;
export type PaneName = (typeof paneNames)[number];

/** In the order of their keys. */
export const panes: Readonly<Record<PaneName, Pane>> = {
  runs,
  tasks,
  agents,
  claims,
  proposals,
  approvals,
  events,
};
