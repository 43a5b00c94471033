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

test('GAP-HLT-3: Node warnings and uncaught errors are log entries; standard error holds nothing else', () => {
  const args = ['--input-type=module', '--eval', script];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const lines = stderr.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'warn', msg: 'Node warning', name: 'InkWarning' },
    {
      level: 'error',
      msg: 'uncaught error, exiting',
      error: expect.stringMatching(/^Error: no paper, password=\[redacted\]\n/) as string,
    },
  ]);
  expect([status, stdout]).toEqual([1, '']);
});
