import { expect, test } from 'vitest';
import {
  actionsOfRun,
  decideTransition,
  isRunAction,
  runActions,
  runStates,
  type RunAction,
} from './transitions.ts';

const allowed: Record<RunAction, Record<string, string>> = {
  start: { stopped: 'active', starting: 'active' },
  pause: { active: 'paused-intake' },
  resume: { 'paused-intake': 'active', degraded: 'active' },
  stop: { active: 'stopped', 'paused-intake': 'stopped', draining: 'stopped' },
  'force-stop': {
    active: 'stopped',
    'paused-intake': 'stopped',
    draining: 'stopped',
    degraded: 'stopped',
  },
  reopen: { stopped: 'active', completed: 'active', blocked: 'active', failed: 'active' },
};
const ruleOf: Record<RunAction, string> = {
  start: 'RC-ST-13',
  pause: 'RC-ST-14',
  resume: 'RC-ST-15',
  stop: 'RC-ST-16',
  'force-stop': 'RC-ST-17',
  reopen: 'ADD-RUN-1',
};
const every = actionsOfRun.flatMap((action) =>
  [...runStates, 'anything else'].map((state) => [ruleOf[action], action, state] as const),
);

test.each(every)('%s, RC-ST-12, RC-ST-20, RC-ST-21: %s from %s', (_rule, action, state) => {
  const target = allowed[action][state];
  if (target) expect(decideTransition(action, state)).toBe(target);
  else
    expect(() => decideTransition(action, state)).toThrow(
      expect.objectContaining({ code: 'illegal_run_transition', kind: 'conflict' }),
    );
});

// Checks the rule ids that the table above uses in its test names.
test.each([
  ['RC-ST-13', 'start'],
  ['RC-ST-14', 'pause'],
  ['RC-ST-15', 'resume'],
  ['RC-ST-16', 'stop'],
  ['RC-ST-17', 'force-stop'],
] as const)('%s, RC-API-3: %s is an action that some state allows', (_rule, action) => {
  expect(isRunAction(action)).toBe(true);
  const from = runStates.filter((state) => allowed[action][state]);
  expect(from.map((state) => decideTransition(action, state))).toEqual(
    from.map((state) => allowed[action][state]),
  );
});

test('RC-API-3: no other actions exist', () => {
  expect(runActions).toHaveLength(5);
  expect(['Start', 'forcestop', '', 'toString', 'reopen'].filter(isRunAction)).toEqual([]);
});
