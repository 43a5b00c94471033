import { sql } from 'kysely';

/** Events that end a turn; only the first of a turn counts. */
export const turnEnds: readonly string[] = [
  'agent.turn_completed',
  'agent.turn_failed',
  'agent.turn_expired',
];

/** For `type in (…)`: literals, so that the planner sees that the partial index of turns applies. */
export const listedTurnEnds = sql.join(turnEnds.map((type) => sql.lit(type)));
