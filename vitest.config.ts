import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { SummaryReporter } from './scripts/summary-reporter.ts';

export default defineConfig({
  test: {
    include: ['{apps,packages,scripts}/**/*.test.{ts,tsx}'],
    // Tests start processes, change directory and catch signals, which threads cannot do.
    pool: 'forks',
    // Processes run many files: loading the server for each would take a third of the time.
    isolate: false,
    // Node loads TypeScript as in production, and caches compiled code.
    experimental: { viteModuleRunner: false },
    // Tests create much short-lived garbage.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // They wait for PostgreSQL, disks and processes a third of the time: one more than a small machine has cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['./packages/testing/global-setup.ts'],
    // Many times what they take: a machine that does a lot else fails none of them.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['dot', new SummaryReporter()],
  },
});
