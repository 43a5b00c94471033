import { afterAll, expect, test } from 'vitest';
import { chooseLanguage, currentMessages } from '../../../lib/messages.ts';
import { findEntries } from './slash-entries.ts';
import { textMessages } from './text-messages.ts';

afterAll(() => chooseLanguage('en'));

test.each([
  ['en', 'citation', 'quote'],
  ['en', 'zitat', undefined],
  ['de', 'zitat', 'quote'],
  ['de', 'citation', 'quote'],
  ['de', 'uberschrift', 'heading2'],
  ['es', 'cita', 'quote'],
  ['es', 'título', 'heading2'],
])('in "%s", %j finds %s', async (chosen, typed, name) => {
  await chooseLanguage(chosen);
  const [first] = findEntries(typed, { labels: currentMessages(textMessages), uses: {} });
  expect(first?.name).toBe(name);
});
