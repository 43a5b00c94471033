import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CommandFailed } from './command-failed.ts';

export class InputRefused extends CommandFailed {}

/** Reads the first line of standard input: `--password-stdin`, for scripts. */
export async function passwordFromInput(): Promise<string> {
  const [line = ''] = (await text(process.stdin)).split(/\r?\n/, 1);
  if (line === '')
    throw new InputRefused('The first line of standard input is empty. Pass the password there.');
  return line;
}

export async function passwordFromTerminal(): Promise<string> {
  const password = await askHidden('Password: ');
  if ((await askHidden('Repeat password: ')) !== password) {
    throw new InputRefused('The passwords do not match. Nothing was changed.');
  }
  return password;
}

export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  const stopped = new AbortController();
  lines.once('SIGINT', () => stopped.abort());
  try {
    return await lines.question('', { signal: stopped.signal });
  } catch {
    throw new InputRefused('Cancelled. Nothing was changed.');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}
