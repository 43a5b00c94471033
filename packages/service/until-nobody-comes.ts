import { setImmediate as nextRound } from 'node:timers/promises';

/** Where somebody comes all the time. */
const mostLooks = 1_000;

/**
 * Resolves right after a look at the network that found nobody, given how many have come: a listener that is closed
 * then cuts off as few as can be of those who are in its queue.
 */
export async function untilNobodyComes(came: () => number): Promise<void> {
  for (let looks = 0, seen = -1; looks < mostLooks && seen !== came(); looks += 1) {
    seen = came();
    await nextRound();
  }
}
