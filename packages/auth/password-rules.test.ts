import { describe, expect, test } from 'vitest';
import { checkPassword } from './password-rules.ts';

const person = { username: 'ada.lovelace' };

describe('GAP-SES-5: a long and uncommon password is accepted', () => {
  test.each([
    'violet-harbour-42',
    'correct horse battery',
    'mein Fahrrad ist grün',
    'i were there pop tree',
    'password is what I forgot',
    '7391 5520 8846',
    '五月雨を集めて早し最上川あり',
    '🚲🌷⛵🎻🍐🕯🪁🧭🪴🎈🐚🥁',
    `${'long words '.repeat(9)}and no end`,
    'Kx9!pQ2#vL7m',
    '7391-papa-5520',
    '7391-qwe-5520',
  ])('%s', (password) => {
    expect(checkPassword(password, person)).toBeUndefined();
  });

  test('of exactly 1,024 characters', () => {
    const words = Array.from({ length: 256 }, (_, number) => String(number).padStart(4, 'w'));
    expect(checkPassword(words.join(''), person)).toBeUndefined();
  });
});

describe('GAP-SES-5: a new password will not do', () => {
  test.each([
    ['with 11 characters', 'Kx9!pQ2#vL7', /at least 12 characters, not 11/],
    ['with 11 characters of two code units each', '🚲🌷⛵🎻🍐🕯🪁🧭🪴🎈🐚', /at least 12 .* not 11/],
    ['with 1,025 characters', 'Kx9!p'.repeat(205), /at most 1024 characters, not 1025/],
    ['when it is the user name', 'ada.lovelace', /user name/],
    ['when it is the user name in capitals', 'ADA.Lovelace', /user name/],
    ['when it is the user name with digits around it', '12ada.lovelace34', /user name/],
    ['when it is a common one', 'correcthorsebatterystaple', /common password/],
    ['when it is a common one in capitals', 'CorrectHorseBatteryStaple', /common password/],
    ['when it is a common one with digits after it', 'password1234', /common password/],
    ['when it is a common one with signs around it', '!!Welcome2026!!', /common password/],
    ['when it is a common one with digits for letters', 'P@ssw0rd1234', /common password/],
    ['when it is two common ones', 'welcomeadmin', /common password/],
    ['when it is one character', 'aaaaaaaaaaaa', /repeats/],
    ['when it is one character that is no letter', '------------', /repeats/],
    ['when it repeats a few characters', 'k7xk7xk7xk7x', /repeats/],
    ['when it repeats a word and breaks off', 'kumquatkumquatkum', /repeats/],
    ['when it counts', '123456789012', /follows the keyboard/],
    ['when it counts down', '987654321098', /follows the keyboard/],
    ['when it is the alphabet', 'abcdefghijkl', /follows the keyboard/],
    ['when it is a row of keys', 'qwertyuiopas', /follows the keyboard/],
    ['when it is a row of keys backwards', 'lkjhgfdsapoi', /follows the keyboard/],
    ['when it is a row of German keys', 'qwertzuiopas', /follows the keyboard/],
    ['when it is a row of French keys', 'azertyuiopqs', /follows the keyboard/],
    ['when it is columns of keys', '1qaz2wsx3edc', /follows the keyboard/],
    ['when it goes up and down two rows', '1q2w3e4r5t6y', /follows the keyboard/],
    ['when it is several walks', 'abcd1234qwer', /follows the keyboard/],
    ['when it is doubled steps', '112233445566', /follows the keyboard/],
    ['when it is a walk and three more', 'qwertyuiop!7x', /follows the keyboard/],
  ])('%s', (_case, password, reason) => {
    expect(checkPassword(password, person)?.message).toMatch(reason);
  });
});

test('a user name of digits does not bar every password of digits', () => {
  expect(checkPassword('7391 5520 8846', { username: '007' })).toBeUndefined();
});
