import type { HistoricTurn } from './turn-history.ts';

/** Something that an agent has to do in a run. */
export interface Need {
  readonly agentId: string;
  /** What the turn is for: `plan`, `task <id>`, `review <proposal id>` or `revise <proposal id>`. */
  readonly reason: string;
  /** What it is about, as it is now: when it is another, something has come of the last turn. */
  readonly subject: string;
}

export interface WakeDecision {
  /** Whom to ask for a turn now: at most one of each agent. */
  readonly wakes: readonly Need[];
  /** What was asked for in vain so often that it is not asked for any more. */
  readonly stuck: readonly Need[];
}

/** How often in vain at the most. */
export const mostInVain = 5;

const seconds = 1_000;
const pauseInVain = { first: 10 * seconds, factor: 3, most: 15 * 60 * seconds };
const pauseInterrupted = { first: 2 * seconds, factor: 2, most: 60 * seconds };

/**
 * Which agents are to be given a turn: those that have something to do and no outstanding turn. What a turn has left as
 * it was is asked for again after growing pauses, and after five in vain no more. A turn that was interrupted is not
 * counted among these, since it was no doing of the agent's; it is waited after all the same. `needs` are in the order
 * of their importance.
 */
export function decideWakes(
  needs: readonly Need[],
  turns: readonly HistoricTurn[],
  now: Date,
): WakeDecision {
  const busy = new Set(turns.filter(({ isOver }) => !isOver).map(({ agentId }) => agentId));
  const wakes: Need[] = [];
  const stuck: Need[] = [];
  for (const need of needs) {
    const tries = turns.filter((turn) => turn.isOver && isAbout(turn, need));
    const inVain = tries.filter(({ isInterrupted }) => !isInterrupted).length;
    if (inVain >= mostInVain) stuck.push(need);
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

/** Milliseconds since 1970; 0 when it was never tried. */
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
