import { describe, expect, test } from 'vitest';
import { parseBudget } from './budget-option.ts';

describe('ADD-RUN-4: --budget', () => {
  test.each([
    ['turns=20,usd=2.5', { turns: 20, usd: 2.5 }],
    [['turns=20', ' tokens = 100000 '], { turns: 20, tokens: 100_000 }],
    ['minutes=90,usd=none', { minutes: 90, usd: null }],
  ])('%j is read', (given, budget) => {
    expect(parseBudget(given)).toEqual(budget);
  });

  test('may be missing', () => {
    expect(parseBudget(undefined)).toBeUndefined();
  });

  test.each([
    ['', 'the names are turns, minutes, tokens, usd'],
    ['hours=2', 'the names are turns, minutes, tokens, usd'],
    ['turns', 'turns takes a whole number above 0, or none'],
    ['turns=1.5', 'turns takes a whole number above 0, or none'],
    ['usd=0', 'usd takes a number above 0, or none'],
    ['usd=-1', 'usd takes a number above 0, or none'],
    ['usd=1e3', 'usd takes a number above 0, or none'],
  ])('%j is refused', (given, message) => {
    expect(() => parseBudget(given)).toThrow(message);
  });
});
