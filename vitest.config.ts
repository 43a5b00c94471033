import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { SummaryReporter } from './scripts/summary-reporter.ts';

export default defineConfig({
  test: {
    include: ['{apps,packages,scripts}/**/*.test.{ts,tsx}'],
    // Tests start processes, change directory and catch signals, which threads cannot do.
    pool: 'forks',
    // One process for many files: to load the server anew for each took a third of the time.
    isolate: false,
    // Node loads TypeScript as it does outside of tests, and keeps what it has compiled.
    experimental: { viteModuleRunner: false },
    // Tests leave much behind that is soon rubbish.
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
