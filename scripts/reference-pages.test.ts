import { operations } from '@galley/contract';
import { expect, test } from 'vitest';
import { renderApi } from './api-reference.ts';
import { loadProblems, referencePages, stalePages } from './reference-pages.ts';
import { renderStateMachines } from './state-machines.ts';

test('the reference of states lists exactly the allowed transitions', () => {
  const page = renderStateMachines();
  const rows = new Set(page.split('\n'));
  for (const row of [
    '| `in_review` | `approve` | `in_review` | granted |',
    '| `in_review` | `request_changes` | `draft` | revoked |',
    '| `scheduled` | `scheduled_publish_at` | `published` | becomes this version | unchanged |',
    '| `stop` | `active`, `paused-intake`, `draining` | `stopped` |',
    '| `draining` | `enforced` | `stopped` | `stopped` | `stopped` |',
    '| `pending`, `in_review` | `accepted` | a person accepts it, which commits the patch to the repository | `runs.approve`; not its author or requester |',
  ])
    expect(rows).toContain(row);
  expect(page).not.toMatch(/^\| `draft` \| `approve`/m);
  expect(page).not.toContain('undefined');
});

test('the API reference has a row for every operation', () => {
  const page = renderApi();
  expect(page.match(/^\| `(GET|POST|DELETE) /gm)).toHaveLength(operations.length);
  expect(page).toContain('`path` `content` `frontmatter?`');
});

test('generated files match the code', async () => {
  expect(stalePages(await referencePages(await loadProblems()))).toEqual([]);
});

test('a stale file is reported with the command that regenerates it', () => {
  expect(stalePages([{ path: 'docs/reference/api.md', content: 'Old' }])).toEqual([
    'docs/reference/api.md does not match the code; run "npm run docs:reference".',
  ]);
});
