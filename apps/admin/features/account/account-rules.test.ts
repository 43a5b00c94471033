import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 'none'],
  ['short', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['12ada.lovelace34', 'weak'],
  ['violet harbour and a kettle', 'strong'],
])('the password "%s" of ada.lovelace is called %s', (password, strength) => {
  expect(passwordStrength(password, 'ada.lovelace')).toBe(strength);
});
