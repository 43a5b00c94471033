import { describe, expect, test } from 'vitest';
import { Random } from '@galley/testing';
import { coordinationTest } from './config.ts';
import type { CoordinationSettings } from './coordination/fixtures.ts';
import { KillSite } from './coordination/kill-site.fixtures.ts';

const { rounds, seed } = coordinationTest;
/** Starts a new site after this many rounds, since each round adds data to check. */
const roundsOfSite = 3;

const kinds: readonly CoordinationSettings[] = [
  { enforcement: 'recorded', scope: 'database' },
  { enforcement: 'enforced', scope: 'workspace' },
  { enforcement: 'enforced', scope: 'database' },
  { enforcement: 'recorded', scope: 'workspace' },
];

describe('RC-TICK-5, GAP-RC-MODE-2, GAP-RC-MODE-3: two coordinators', () => {
  test.each([1, 4])(
    `with %i parallel turns, lose nothing, repeat nothing and leave nothing half done when killed or stalled at random moments (rounds: ${rounds})`,
    async (maxParallelTurns) => {
      const random = new Random(seed);
      const sum: Record<string, number> = {};
      for (let round = 0, site = 0; round < rounds; site += 1) {
        const settings = { ...kinds[(seed + site) % kinds.length]!, maxParallelTurns };
        await using at = await KillSite.open(random, settings);
        for (const last = Math.min(round + roundsOfSite, rounds); round < last; round += 1) {
          await at.round('killed');
          const found = await at.disagreements();
          const which = `round ${round}, ${settings.enforcement} ${settings.scope}, GALLEY_COORDINATION_SEED=${seed}`;
          expect(found.join('\n'), which).toBe('');
        }
        for (const { type } of (await at.facts()).events) sum[type] = (sum[type] ?? 0) + 1;
      }
      if (coordinationTest.isByHand) console.log(`seed ${seed}:`, sum);
      for (const type of ['task.assigned', 'proposal.review_requested', 'agent.turn_scheduled'])
        expect(sum[type]).toBeGreaterThan(rounds);
    },
    60_000 + rounds * 20_000,
  );
});
