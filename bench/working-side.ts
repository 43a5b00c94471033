// Measures the signed-in side of the content server beside minimal servers that do the same I/O: see README.md.
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from './working-side/measurement.ts';
import { help, readOptions, UsageError, type Options } from './working-side/options.ts';
import { toJson, toText } from './working-side/report.ts';

try {
  const options = readOptions(process.argv.slice(2));
  if (options === undefined) process.stdout.write(help);
  else await run(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`${error.message}\n\n${help}`);
  process.exitCode = 2;
}

async function run(options: Options): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'galley-bench-'));
  // Standard output is for the results.
  const onPhase = (phase: string): void => console.error(`… ${phase}`);
  const measurement = await measure({ folder: folder.path, options, onPhase });
  console.log(options.json ? toJson(measurement, options) : toText(measurement, options));
}
