import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adapterFor } from '../supervisor/adapters/index.ts';
import { SupervisedProject } from '../supervisor/fixtures.ts';
import { readSessionEvents } from '../supervisor/session-log.ts';

const examples = [
  { file: 'agent.mjs', program: process.execPath, interpreter: process.execPath },
  { file: 'agent.py', program: 'python3', interpreter: 'python3' },
  { file: 'agent.sh', program: 'sh', interpreter: 'curl' },
].filter(({ interpreter }) => isInstalled(interpreter));

describe.each(examples)('the example $file', ({ file, program }) => {
  test('completes its turn, and prints events', async () => {
    await using project = await SupervisedProject.open({
      over: 'http',
      coordinator: 'agents: { implementers: { adapter: mine } }, ',
      adapters: `mine: { command: "${program} ${join(import.meta.dirname, file)}" }`,
    });
    const { PATH } = process.env;
    await project.supervise({ environment: { ...project.options.environment, PATH } });
    const turn = await project.requestTurn('good');
    const log = await project.logOf(turn);
    const { type, payload } = await project.endOf(turn);
    expect([type, payload['summary']], log).toEqual([
      'agent.turn_completed',
      expect.stringMatching(/^I have read \d+ lines\.$/),
    ]);
    const { log_file: logFile } = await project.sessionOf(turn, 'ended');
    const adapter = adapterFor('mine', {});
    const kinds: string[] = [];
    for await (const { kind } of readSessionEvents({
      logFile: logFile!,
      adapter,
      resumed: undefined,
    }))
      kinds.push(kind);
    expect(kinds).toEqual(expect.arrayContaining(['tool_call', 'message']));
    expect(kinds).not.toContain('output');
  });
});

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
