import { describe, expect, test } from 'vitest';
import {
  decideAttempt,
  recordSuccess,
  removeFailure,
  type ThrottleState,
  type ThrottleStates,
} from './sign-in-throttle-rule.ts';

const second = 1_000;
const minute = 60 * second;
const start = new Date('2026-01-01T12:00:00Z');
const never: ThrottleState = { failures: [], lockedUntil: undefined };

function after(milliseconds: number): Date {
  return new Date(start.getTime() + milliseconds);
}

function failed(count: number): ThrottleState {
  const failures = Array.from({ length: count }, (_, index) => after(index * second));
  return { failures, lockedUntil: undefined };
}

function states(given: Partial<ThrottleStates>): ThrottleStates {
  return { address: never, pair: never, user: never, ...given };
}

function admitted(given: ThrottleStates, now: Date): ThrottleStates {
  const decision = decideAttempt(given, now);
  if (decision.kind === 'refused') throw new Error(`Refused until ${decision.until.toISOString()}`);
  return decision.states;
}

/** `at` is milliseconds after `start`; a `Date` means refused until then. */
type Attempt = [given: Partial<ThrottleStates>, at: number, expected: 'admitted' | Date];

const lockedPair = { ...failed(5), lockedUntil: after(4 * second + 15 * minute) };

describe('GAP-SES-3: an attempt', () => {
  test.each<[string, ...Attempt]>([
    ['the first', {}, 0, 'admitted'],
    ['the fifth of a pair', { pair: failed(4) }, 5 * second, 'admitted'],
    ['the sixth of a pair', { pair: lockedPair }, 5 * second, lockedPair.lockedUntil],
    ['of a locked pair', { pair: lockedPair }, 14 * minute, lockedPair.lockedUntil],
    ['as a lock ends', { pair: lockedPair }, 4 * second + 15 * minute, 'admitted'],
    ['just before', { pair: lockedPair }, 4 * second + 15 * minute - 1, lockedPair.lockedUntil],
    ['the 50th of a user', { user: failed(49) }, minute, 'admitted'],
    ['the 51st of a user', { user: failed(50) }, minute, after(10 * minute)],
    ['when the first of 50 has left the window', { user: failed(50) }, 10 * minute, 'admitted'],
    ['the 100th of an address', { address: failed(99) }, 2 * minute, 'admitted'],
    ['the 101st of an address', { address: failed(100) }, 2 * minute, after(10 * minute)],
    ['when the first of 100 has left', { address: failed(100) }, 10 * minute, 'admitted'],
    [
      'refused for several reasons, until the last has gone',
      { pair: lockedPair, user: failed(50), address: failed(100) },
      2 * minute,
      lockedPair.lockedUntil,
    ],
  ])('%s', (_case, ...[given, at, expected]) => {
    const decision = decideAttempt(states(given), after(at));
    expect(decision.kind === 'refused' ? decision.until : decision.kind).toEqual(expected);
  });

  test('counts as a failure from the moment it is admitted', () => {
    const next = admitted(states({ pair: failed(3), user: failed(3) }), after(minute));
    const failures = [...failed(3).failures, after(minute)];
    expect(next).toEqual({
      address: { failures: [after(minute)], lockedUntil: undefined },
      pair: { failures, lockedUntil: undefined },
      user: { failures, lockedUntil: undefined },
    });
  });

  test('locks the pair when it is the fifth, and nothing else', () => {
    const { address, pair, user } = admitted(
      states({ pair: failed(4), user: failed(49), address: failed(99) }),
      after(minute),
    );
    expect(pair.lockedUntil).toEqual(after(16 * minute));
    expect([user.lockedUntil, address.lockedUntil]).toEqual([undefined, undefined]);
  });

  test('drops the failures that have left the window, so that no list outgrows its limit', () => {
    let now = states({});
    for (let step = 0; step < 500; step += 1) {
      const decision = decideAttempt({ ...now, pair: never }, after(step * 5 * second));
      if (decision.kind === 'admitted') now = decision.states;
      expect(now.user.failures.length).toBeLessThanOrEqual(50);
      expect(now.address.failures.length).toBeLessThanOrEqual(100);
    }
    expect(now.user.failures).toHaveLength(50);
  });
});

describe('an attempt that was no failure', () => {
  const fifth = after(minute);
  const reserved = admitted(states({ pair: failed(4), user: failed(4) }), fifth);

  test('leaves everything as it was when it is taken back, and lifts the lock it made', () => {
    expect(removeFailure(reserved, fifth)).toEqual(states({ pair: failed(4), user: failed(4) }));
  });

  test('does not lift the lock of five others', () => {
    const given = states({ pair: { ...lockedPair, failures: [...lockedPair.failures, fifth] } });
    expect(removeFailure(given, fifth).pair).toEqual(lockedPair);
  });

  test('takes back one of several that came at the same moment', () => {
    const twice = { failures: [start, start], lockedUntil: undefined };
    expect(removeFailure(states({ pair: twice }), start).pair.failures).toEqual([start]);
  });

  test('changes nothing when its failure is gone already', () => {
    expect(removeFailure(states({ pair: lockedPair }), fifth)).toEqual(
      states({ pair: lockedPair }),
    );
  });

  test('and succeeded clears the pair, and of the user and the address only itself', () => {
    expect(recordSuccess(reserved, fifth)).toEqual(states({ user: failed(4) }));
  });
});
