import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { SummaryReporter } from './scripts/summary-reporter.ts';

export default defineConfig({
  test: {
    include: ['{apps,packages,scripts}/**/*.test.{ts,tsx}'],
    // Tests start processes, change directory and catch signals, which threads cannot do.
    pool: 'forks',
    // Every worker works against the one PostgreSQL server; more than two starve a small machine.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['./packages/testing/global-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    reporters: ['dot', new SummaryReporter()],
  },
});
