import { setImmediate as nextRound } from 'node:timers/promises';

/** Limit under constant traffic. */
const maxRounds = 1_000;

/**
 * Resolves after a round of the event loop without new connections; `came` returns their count. A listener closed right
 * then cuts off as few queued clients as possible.
 */
export async function waitForIdle(came: () => number): Promise<void> {
  for (let looks = 0, seen = -1; looks < maxRounds && seen !== came(); looks += 1) {
    seen = came();
    await nextRound();
  }
}
