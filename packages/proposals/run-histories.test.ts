import { expect, test } from 'vitest';
import { Random } from '@galley/testing';
import { historyTest } from './config.ts';
import { listFaults } from './history-faults.fixtures.ts';
import { HistoryWorld } from './history-world.fixtures.ts';
import { RunHistory } from './run-history.fixtures.ts';

const { histories, seed } = historyTest;
const parallel = 8;

test.each([1, 4])(
  `ADD-RUN-4: with %i parallel turns, in ${histories} random histories of failing agents, budgets hold, nothing happens twice, and each run ends or asks a person (GALLEY_HISTORIES_SEED=${seed})`,
  async (maxParallelTurns) => {
    await using world = await HistoryWorld.open();
    const ends: Record<string, number> = {};
    // Each history has its own seed, so that it can be repeated alone.
    const seeds = Array.from({ length: histories }, (_, number) => seed + number).values();
    const playNext = async () => {
      for (const own of seeds) {
        const history = await RunHistory.open(
          world,
          { random: new Random(own), maxParallelTurns },
          `history-${own}`,
        );
        await history.play();
        const which = `GALLEY_HISTORIES=1 GALLEY_HISTORIES_SEED=${own}`;
        expect((await listFaults(history)).join('\n'), which).toBe('');
        const { status, reason } = (await history.view()).run;
        const end = `${status} (${reason})`;
        ends[end] = (ends[end] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: parallel }, playNext));
    if (histories >= 50) expect(Object.keys(ends).length).toBeGreaterThan(3);
  },
  60_000 + histories * 5_000,
);
