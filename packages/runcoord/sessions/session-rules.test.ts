import { describe, expect, test } from 'vitest';
import {
  compare,
  decideEnding,
  decideTurnEnd,
  isToBeStarted,
  type FoundAgent,
} from './session-rules.ts';
import type { LivingSession } from './session.ts';

const start = new Date('2026-01-01T12:00:00Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

function session(more: Partial<LivingSession> = {}): LivingSession {
  return {
    id: 's-1',
    runId: 'run-1',
    goal: '',
    runState: 'active',
    agentId: 'ada',
    requestEventId: 1,
    status: 'running',
    externalId: 'x',
    tokenId: null,
    attempts: 1,
    startedAt: start,
    endingAt: null,
    endReason: null,
    turn: { state: 'in_flight', reason: 'task a', aliveAt: start },
    ...more,
  };
}

const turn = (state: LivingSession['turn']['state']) => ({ state, reason: '', aliveAt: start });
const time = 3_600_000;

describe('when the supervisor stops an agent', () => {
  test.each<[string, readonly [Partial<LivingSession>, number, string]]>([
    ['not while all is well', [{}, 3_599, 'none']],
    ['when its time is over', [{}, 3_600, 'ask']],
    ['GAP-RC-MODE-3: not because the run is paused', [{ runState: 'paused-intake' }, 0, 'none']],
    ['GAP-RC-MODE-3: not because the run is draining', [{ runState: 'draining' }, 0, 'none']],
    ['GAP-RC-MODE-5: by force when the run was stopped', [{ runState: 'stopped' }, 0, 'force']],
    ['when its turn has expired', [{ turn: turn('expired') }, 0, 'ask']],
    ['not yet when it has completed its turn', [{ turn: turn('completed') }, 29, 'none']],
    ['when it has completed its turn and stays', [{ turn: turn('completed') }, 30, 'ask']],
    ['asked again while it may still follow', [{ endingAt: at(0), endReason: 'y' }, 9, 'ask']],
    ['by force when it does not follow', [{ endingAt: at(0), endReason: 'y' }, 10, 'force']],
  ])('%s', (_, [given, seconds, kind]) => {
    const rules = { enforcement: 'enforced', time, now: at(seconds) } as const;
    expect(decideEnding(session(given), rules).kind).toBe(kind);
  });

  test('in recorded mode, a stopped run ends no agent (RC-ST-22)', () => {
    const rules = { enforcement: 'recorded', time, now: at(0) } as const;
    expect(decideEnding(session({ runState: 'stopped' }), rules)).toEqual({ kind: 'none' });
  });
});

describe('the end of a turn that its agent left open', () => {
  const failed = (code: string) => ({ type: 'agent.turn_failed', code });
  const expired = (interrupted: boolean) => ({ type: 'agent.turn_expired', interrupted });
  test.each([
    ['exit code 0 with work', { hasWorked: true }, { type: 'agent.turn_completed' }],
    ['exit code 0 without work', {}, failed('no_work')],
    ['another exit code', { exitCode: 1, hasWorked: true }, failed('exit_code')],
    ['no account', { failure: 'sign_in' }, failed('sign_in')],
    ['no quota', { exitCode: 1, failure: 'quota', hasWorked: true }, failed('quota')],
    ['no start', { status: 'starting', exitCode: null }, failed('cannot_start')],
    ['an interruption', { exitCode: 137, isInterrupted: true }, expired(true)],
    ['a request to end', { endReason: 'timeout', exitCode: 143, hasWorked: true }, expired(false)],
  ] as const)('after %s', (_, given, expected) => {
    const usual = { status: 'running', endReason: null, hasWorked: false } as const;
    const end = { exitCode: 0, reason: 'said', isInterrupted: false, logFile: null };
    const { status, endReason, hasWorked, ...ended } = { ...usual, ...end, ...given };
    expect(decideTurnEnd({ status, endReason }, ended, hasWorked)).toMatchObject(expected);
  });
});

test('matches table and running agents by session', () => {
  const agent = (sessionId: string, state: FoundAgent['state'] = 'running') => ({
    externalId: `x-${sessionId}`,
    sessionId,
    agentId: 'ada',
    state,
  });
  const [known, made, gone] = ['known', 'made', 'gone'].map((id) => session({ id }));
  const [a, b, c] = [agent('known'), agent('made', 'created'), agent('stranger', 'exited')];
  expect(compare([known!, made!, gone!], [a, b, c])).toEqual({
    known: [{ session: known, found: a }],
    missing: [made, gone],
    unowned: [c],
  });
});

test.each<[boolean, Partial<LivingSession>]>([
  [true, {}],
  [true, { runState: 'paused-intake' }],
  [false, { runState: 'stopped' }],
  [false, { turn: turn('expired') }],
  [false, { endingAt: start }],
])('a claimed agent is started: %s for %j', (isStarted, given) => {
  expect(isToBeStarted(session({ status: 'starting', ...given }))).toBe(isStarted);
});
