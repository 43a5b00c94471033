import { describe, expect, test } from 'vitest';
import type { HistoricTurn } from './turn-history.ts';
import { decideWakes, type Need } from './wake-rules.ts';

const start = new Date('2026-01-01T12:00:00Z').getTime();
const at = (seconds: number) => new Date(start + seconds * 1_000);
const need: Need = { agentId: 'ada', reason: 'task a', subject: 'open 1' };

function turn(more: Partial<HistoricTurn> = {}): HistoricTurn {
  const about = { agentId: 'ada', reason: 'task a', subject: 'open 1' };
  return {
    requestEventId: 1,
    ...about,
    isOver: true,
    endedAt: at(0),
    isInterrupted: false,
    isCompleted: true,
    isStopped: false,
    ...more,
  };
}

const times = (count: number, more: Partial<HistoricTurn> = {}) =>
  Array.from({ length: count }, () => turn(more));

describe('GAP-RC-SUP-1: agents that get a turn', () => {
  const outstanding = { isOver: false };
  const interrupted = { isInterrupted: true };
  test.each<[string, readonly [readonly HistoricTurn[], number, 'now' | 'later' | 'stuck']]>([
    ['with open work', [[], 0, 'now']],
    ['not during an outstanding turn', [[turn({ ...outstanding, reason: 'x' })], 99, 'later']],
    ['during a turn of another agent', [[turn({ ...outstanding, agentId: 'bo' })], 0, 'now']],
    ['after a turn with a result', [[turn({ subject: 'open 0' })], 0, 'now']],
    ['ten seconds after one turn without a result', [times(1), 9, 'later']],
    ['ten seconds after one turn without a result', [times(1), 10, 'now']],
    ['thirty after two', [times(2), 29, 'later']],
    ['thirty after two', [times(2), 30, 'now']],
    ['ninety after three', [times(3), 90, 'now']],
    ['four and a half minutes after four', [times(4), 269, 'later']],
    ['four and a half minutes after four', [times(4), 270, 'now']],
    ['never after five', [times(5), 1_000_000, 'stuck']],
    ['again after five, if the work has changed', [times(5, { subject: 'open 0' }), 0, 'now']],
    ['two seconds after an interruption', [times(1, interrupted), 2, 'now']],
    ['at most a minute after any number of interruptions', [times(50, interrupted), 59, 'later']],
    ['at most a minute after any number of interruptions', [times(50, interrupted), 60, 'now']],
    ['not after a person stopped the turn', [times(1, { isStopped: true }), 1_000_000, 'later']],
    [
      'after a person stopped the turn, if the work has changed',
      [times(1, { isStopped: true, subject: 'open 0' }), 0, 'now'],
    ],
    ['not at once after an interruption', [times(1, interrupted), 1, 'later']],
  ])('%s', (_, [turns, seconds, decided]) => {
    expect(decideWakes([need], turns, { now: at(seconds), resumedAfter: 0 })).toEqual({
      wakes: decided === 'now' ? [need] : [],
      stuck: decided === 'stuck' ? [need] : [],
    });
  });

  test('each agent once, for its first due work', () => {
    const other = { ...need, reason: 'review p' };
    const bos = { ...need, agentId: 'bo' };
    expect(decideWakes([other, need, bos], [], { now: at(0), resumedAfter: 0 }).wakes).toEqual([
      other,
      bos,
    ]);
    const inVain = times(1, { reason: 'review p' });
    expect(decideWakes([other, need, bos], inVain, { now: at(0), resumedAfter: 0 }).wakes).toEqual([
      need,
      bos,
    ]);
  });
});
