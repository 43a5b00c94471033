import { setImmediate as nextRound } from 'node:timers/promises';

const maxRounds = 1_000;

/** After a round without new connections (`came` counts them), closing a listener cuts off few queued clients. */
export async function waitForIdle(came: () => number): Promise<void> {
  for (let looks = 0, seen = -1; looks < maxRounds && seen !== came(); looks += 1) {
    seen = came();
    await nextRound();
  }
}
