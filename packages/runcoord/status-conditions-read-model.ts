import { sql } from 'kysely';
import {
  activeProposalStatuses,
  blockedTaskStatus,
  terminalTaskStatuses,
} from './classification.ts';

/** Literals, not parameters: the planner uses a partial index only if it can see that its condition holds. */
export function literals(values: readonly string[]) {
  return sql.join(values.map((value) => sql.lit(value)));
}

export const isActiveTask = sql`status not in (${literals([blockedTaskStatus, ...terminalTaskStatuses])})`;
export const isBlockedTask = sql`status = ${sql.lit(blockedTaskStatus)}`;
export const isTerminalTask = sql`status in (${literals(terminalTaskStatuses)})`;
export const isActiveProposal = sql`status in (${literals(activeProposalStatuses)})`;
