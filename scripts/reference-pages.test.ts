import { operations } from '@galley/contract';
import { expect, test } from 'vitest';
import { renderApi } from './api-reference.ts';
import { loadProblems, referencePages, stalePages } from './reference-pages.ts';
import { renderStateMachines } from './state-machines.ts';

test('the reference of states has what the rules decide, and nothing that they refuse', () => {
  const page = renderStateMachines();
  const rows = new Set(page.split('\n'));
  for (const row of [
    '| `in_review` | `approve` | `in_review` | is given |',
    '| `in_review` | `request_changes` | `draft` | goes |',
    '| `scheduled` | `scheduled_publish_at` | `published` | becomes this text | stays |',
    '| `stop` | `active`, `paused-intake`, `draining` | `stopped` |',
    '| `draining` | `enforced` | `stopped` | `stopped` | `stopped` |',
    '| `pending`, `in_review` | `accepted` | a person accepts: the patch is brought into the repository | `runs.approve`, and not whoever made it or asked for it |',
  ])
    expect(rows).toContain(row);
  expect(page).not.toMatch(/^\| `draft` \| `approve`/m);
  expect(page).not.toContain('undefined');
});

test('the reference of the API has a row for every operation', () => {
  const page = renderApi();
  expect(page.match(/^\| `(GET|POST) /gm)).toHaveLength(operations.length);
  expect(page).toContain('`path` `content` `frontmatter?`');
});

test('generated files are what the code says', async () => {
  expect(stalePages(await referencePages(await loadProblems()))).toEqual([]);
});

test('a stale file is reported with the command that writes it', () => {
  expect(stalePages([{ path: 'docs/reference/api.md', content: 'Old' }])).toEqual([
    'docs/reference/api.md is not what the code says; run "npm run docs:reference".',
  ]);
});
