import { expect, test } from 'vitest';
import { Random } from '@galley/testing';
import { crashTest } from './config.ts';
import { CrashSite } from './crash-site.fixtures.ts';

const { rounds, seed } = crashTest;
/** Starts a new site after this many rounds, since each round adds data to check. */
const roundsOfSite = 6;
/** File systems cannot compare and replace: an edit between a save's read and rename is lost, some per thousand. */
const lossOfEdits = 0.01;

test(
  `after kill -9 at random moments (rounds: ${rounds}), all answered saves exist, and history, index and tree agree`,
  async () => {
    const random = new Random(seed);
    const sum = { saves: 0, answered: 0, edits: 0, lost: 0, renames: 0 };
    for (let round = 0; round < rounds;) {
      await using site = await CrashSite.open(random);
      await site.start();
      for (const last = Math.min(round + roundsOfSite, rounds); round < last; round += 1) {
        await site.workUntilKilled();
        await site.start();
        const found = await site.disagreements();
        expect(found, `round ${round} with GALLEY_CRASH_SEED=${seed}`).toEqual([]);
      }
      const counts = await site.counts();
      for (const name of ['saves', 'answered', 'edits', 'lost', 'renames'] as const)
        sum[name] += counts[name];
    }
    if (crashTest.isByHand) console.log(`seed ${seed}:`, sum);
    expect(sum.answered).toBeGreaterThanOrEqual(rounds);
    expect(sum.edits).toBeGreaterThanOrEqual(rounds);
    expect(sum.lost).toBeLessThanOrEqual(Math.max(1, sum.edits * lossOfEdits));
  },
  60_000 + rounds * 15_000,
);
