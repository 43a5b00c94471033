import { expect, test } from 'vitest';
import { runActions } from '@galley/contract';
import { auditActions } from '@galley/kernel';
import { runActions as knownActions } from '@galley/runcoord';

test('contract and audit log know exactly the actions of runs (RC-API-3)', () => {
  expect(runActions).toEqual(knownActions);
  const logged = runActions.map((action) => `run.${action}`);
  expect(auditActions).toEqual(expect.arrayContaining(logged));
});
