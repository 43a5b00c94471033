import { expect, test } from 'vitest';
import { classOfTask, isActiveProposal } from './classification.ts';

test.each([
  ['RC-ST-1', 'open', 'active'],
  ['RC-ST-1', 'in_progress', 'active'],
  ['RC-ST-1', 'pending', 'active'],
  ['RC-ST-1', 'review', 'active'],
  ['RC-ST-1', 'anything else', 'active'],
  ['RC-ST-1', 'Completed', 'active'],
  ['GAP-RC-LOOP-3', '', 'active'],
  ['RC-ST-2', 'blocked', 'blocked'],
  ['RC-ST-3', 'completed', 'terminal'],
  ['RC-ST-3', 'done', 'terminal'],
  ['RC-ST-3', 'closed', 'terminal'],
  ['RC-ST-3', 'cancelled', 'terminal'],
  ['RC-ST-3', 'canceled', 'terminal'],
  ['RC-ST-3', 'failed', 'terminal'],
])('%s: a task that is "%s" counts as %s', (_rule, status, counted) => {
  expect(classOfTask(status)).toBe(counted);
});

test.each([
  ['pending', true],
  ['in_review', true],
  ['revision_requested', true],
  ['accepted', false],
  ['rejected', false],
  ['withdrawn', false],
  ['anything else', false],
  ['', false],
])('RC-ST-4: a proposal in the state "%s" counts as work: %s', (status, isWork) => {
  expect(isActiveProposal(status)).toBe(isWork);
});
