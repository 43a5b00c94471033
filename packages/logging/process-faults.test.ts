import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const script = `
  const { createLogger, logProcessFaults } = await import(${JSON.stringify(join(import.meta.dirname, 'index.ts'))});
  logProcessFaults(createLogger({ level: 'info', format: 'json' }));
  process.emitWarning('the ink is low', 'InkWarning');
  setImmediate(() => Promise.reject(new Error('no paper, password=hunter2')));
  setTimeout(() => undefined, 60_000);
`;

test('GAP-HLT-3: warnings of Node, and what ends the process, are log lines; nothing else is on standard error', () => {
  const args = ['--input-type=module', '--eval', script];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const lines = stderr.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'warn', msg: 'a warning of Node', name: 'InkWarning' },
    {
      level: 'error',
      msg: 'the process ends for an error that nobody handled',
      error: expect.stringMatching(/^Error: no paper, password=\[redacted\]\n/) as string,
    },
  ]);
  expect([status, stdout]).toEqual([1, '']);
});
