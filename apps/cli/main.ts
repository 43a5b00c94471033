import { run } from './index.ts';

const code = await run(process.argv.slice(2));
// A command that has told of its failure by itself has set the exit code already.
process.exitCode ??= code;
