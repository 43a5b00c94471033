import type { HistoricTurn } from './turn-history.ts';

export interface Need {
  readonly agentId: string;
  /** `plan`, `task <id>`, `review <proposal id>` or `revise <proposal id>`. */
  readonly reason: string;
  /** A changed value means that the last turn made progress. */
  readonly subject: string;
}

export interface WakeDecision {
  readonly wakes: readonly Need[];
  readonly stuck: readonly Need[];
}

export interface WakeMoment {
  readonly now: Date;
  /** Id of the last event before a person resumed the run: earlier turns do not count. */
  readonly resumedAfter: number;
}

/** Turns without progress. */
export const maxFailedTurns = 5;

const seconds = 1_000;
const pauseInVain = { first: 10 * seconds, factor: 3, most: 15 * 60 * seconds };
const pauseInterrupted = { first: 2 * seconds, factor: 2, most: 60 * seconds };

/**
 * Repeats requests with growing pauses until `maxFailedTurns` made no progress. Interrupted turns cause a pause but do
 * not count: the agent did not cause them. `needs` are ordered by priority.
 */
export function decideWakes(
  needs: readonly Need[],
  turns: readonly HistoricTurn[],
  { now, resumedAfter }: WakeMoment,
): WakeDecision {
  const busy = new Set(turns.filter(({ isOver }) => !isOver).map(({ agentId }) => agentId));
  const wakes: Need[] = [];
  const stuck: Need[] = [];
  for (const need of needs) {
    const tries = turns.filter(
      (turn) => turn.isOver && turn.requestEventId > resumedAfter && isAbout(turn, need),
    );
    // Only a person can continue it: by resuming the run, or by a change of the subject.
    if (tries.some(({ isStopped }) => isStopped)) continue;
    const inVain = tries.filter(({ isInterrupted }) => !isInterrupted).length;
    if (inVain >= maxFailedTurns) stuck.push(need);
    else if (!busy.has(need.agentId) && dueAt(tries, inVain) <= now.getTime()) {
      busy.add(need.agentId);
      wakes.push(need);
    }
  }
  return { wakes, stuck };
}

function isAbout(turn: HistoricTurn, { agentId, reason, subject }: Need): boolean {
  return turn.agentId === agentId && turn.reason === reason && turn.subject === subject;
}

/** Unix time in milliseconds; 0 before the first try. */
function dueAt(tries: readonly HistoricTurn[], inVain: number): number {
  const last = Math.max(0, ...tries.map(({ endedAt }) => endedAt?.getTime() ?? 0));
  const pauses = [
    pauseAfter(inVain, pauseInVain),
    pauseAfter(tries.length - inVain, pauseInterrupted),
  ];
  return last + Math.max(...pauses);
}

function pauseAfter(times: number, { first, factor, most }: typeof pauseInVain): number {
  return times === 0 ? 0 : Math.min(first * factor ** (times - 1), most);
}
