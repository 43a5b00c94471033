import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { causeOf, explainError, startFailure } from './problems.ts';

test.each([
  ['initdb: error: could not write to file "x": No space left on device', 'disk_full'],
  ["ENOSPC: no space left on device, mkdir '/x'", 'disk_full'],
  ['FATAL:  could not write lock file "postmaster.pid": Disk quota exceeded', 'disk_full'],
  ['could not create directory "base": Read-only file system', 'read_only'],
  ["EROFS: read-only file system, open '/x'", 'read_only'],
  ['initdb: error: could not access directory "x": Permission denied', 'no_permission'],
  ['could not look up effective user ID 1234: user does not exist', 'no_account'],
  ['FATAL:  could not create semaphores: No space left on device', 'unknown'],
  ['could not resize shared memory segment "/x": No space left on device', 'unknown'],
  ['FATAL:  unrecognized configuration parameter "x"', 'unknown'],
  ['', 'unknown'],
])('%j means %s', (output, cause) => {
  expect(causeOf(output)).toBe(cause);
});

test('an error names the folder, the remedy and the last output of PostgreSQL', async () => {
  const output = [...Array(40).keys()].map((n) => `line ${n};`).join('\n');
  const failure = await startFailure(tmpdir(), `${output}\nNo space left on device`);
  expect(failure).toMatchObject({ code: 'database_start_failed', kind: 'unavailable' });
  expect(failure.message).toContain(`The disk that holds ${tmpdir()} is full. Free some space`);
  expect(failure.message).toContain('line 39;');
  expect(failure.message).not.toContain('line 9;');
});

test('a file system error is explained, and an explained problem is unchanged', async () => {
  const failing = explainError('/x', () =>
    Promise.reject(new Error('EROFS: read-only file system')),
  );
  const failure: unknown = await failing.catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'database_start_failed' });
  await expect(explainError('/y', () => Promise.reject(failure as Error))).rejects.toBe(failure);
});
