import { afterAll, describe, expect, test } from 'vitest';
import { formatDateTime } from '../../lib/format.ts';
import { chooseLanguage } from '../../lib/messages.ts';
import { historyMessageText, readableTime } from './history-message.ts';

afterAll(() => chooseLanguage('en'));

const [publish, unpublish] = ['2031-01-02T08:00:00.000Z', '2031-02-01T00:00:00.000Z'];

describe('a message of the history', () => {
  const cases: readonly [string, string, () => string][] = [
    ['en', 'draft to in_review', () => 'From “Draft” to “In review”'],
    ['de', 'draft to in_review', () => 'Von „Entwurf“ zu „In Prüfung“'],
    [
      'en',
      `draft to scheduled: publish at ${publish}`,
      () => `From “Draft” to “Scheduled”: publish at ${formatDateTime(publish)}`,
    ],
    [
      'de',
      `Schedule changed: publish at ${publish}, unpublish at ${unpublish}`,
      () =>
        `Zeiten geändert: veröffentlichen am ${formatDateTime(publish)}, von der Website nehmen am ${formatDateTime(unpublish)}`,
    ],
    [
      'en',
      `Schedule changed: unpublish at ${unpublish}`,
      () => `Schedule changed: unpublish at ${formatDateTime(unpublish)}`,
    ],
    [
      'en',
      `Restored the version of ${publish}`,
      () => `Restored the version of ${formatDateTime(publish)}`,
    ],
  ];

  test.each(cases)(
    'in "%s" shows "%s" in words, with local times',
    async (chosen, message, text) => {
      await chooseLanguage(chosen);
      expect(historyMessageText(message)).toBe(text());
      expect(historyMessageText(message)).not.toMatch(/\dT\d|_/);
    },
  );

  test.each([
    'From London to Lisbon',
    'Fixed the date 2031-01-02T08:00:00Z',
    'draft to nowhere',
    '',
  ])('of a person stays: %j', (message) => {
    expect(historyMessageText(message)).toBe(message);
  });
});

test('a time among the fields is readable, and other values stay', () => {
  expect(readableTime(publish)).toBe(formatDateTime(publish));
  expect(readableTime('2031-01-02')).toBe('2031-01-02');
});
