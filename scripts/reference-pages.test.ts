import { operations } from '@galley/contract';
import { expect, test } from 'vitest';
import { renderApi } from './api-reference.ts';
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
