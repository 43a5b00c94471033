import { createInterface } from 'node:readline/promises';
import { CommandFailed } from './command-failed.ts';

/** Asks on standard error; only `yes` confirms. `option` confirms without a terminal. @throws CommandFailed */
export async function confirm(question: string, option = '--yes'): Promise<void> {
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) {
    throw new CommandFailed(`Cannot ask for confirmation without a terminal. Add ${option}.`);
  }
  const lines = createInterface({ input, output });
  const stopped = new AbortController();
  lines.once('SIGINT', () => stopped.abort());
  lines.once('close', () => stopped.abort());
  const { signal } = stopped;
  const answer = await lines
    .question(`${question} Type yes to confirm: `, { signal })
    .catch(() => '');
  lines.close();
  if (answer.trim().toLowerCase() !== 'yes')
    throw new CommandFailed('Cancelled. Nothing was changed.');
}
