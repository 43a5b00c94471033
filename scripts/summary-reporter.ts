import { writeSync } from 'node:fs';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts files that did not load and hooks that failed, for which no test fails. */
function failedOutsideTests(module: TestModule): number {
  const suites = [...module.children.allSuites()];
  return [module, ...suites].filter((part) => part.errors().length > 0).length;
}

function count(modules: readonly TestModule[], unhandledErrors: number): Counts {
  const counts: Counts = { passed: 0, failed: unhandledErrors, skipped: 0 };
  for (const module of modules) {
    counts.failed += failedOutsideTests(module);
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') counts.passed += 1;
      else if (state === 'failed') counts.failed += 1;
      else counts.skipped += 1;
    }
  }
  return counts;
}

/** Last line of a run, without colour. Files that do not load, hooks and uncaught errors count as failed. */
export class SummaryReporter implements Reporter {
  #counts: Counts | undefined;

  onInit(vitest: Vitest): void {
    if (vitest.config.watch) return;
    // Vitest may still write after the run (about a worker that does not stop), so the line waits for the exit.
    process.once('exit', (code) => {
      const { passed, failed, skipped } = this.#counts ?? {
        passed: 0,
        failed: code === 0 ? 0 : 1,
        skipped: 0,
      };
      // Begins with a line break: escape codes that show the cursor at exit end without one.
      writeSync(1, `\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.#counts = count(modules, unhandledErrors.length);
  }
}
