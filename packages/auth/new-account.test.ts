import { DomainError, fieldError } from '@galley/kernel';
import { describe, expect, test } from 'vitest';
import { parseAccount, parseProfile, type AccountFields } from './new-account.ts';

const fields = { username: 'ada', password: 'violet-harbour-42' };

function errorsOf(input: AccountFields): unknown {
  try {
    parseAccount(input);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_fields')
      return error.details.errors;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('an account', () => {
  test('has its user name as its name, and no address, when neither is given', () => {
    expect(parseAccount(fields)).toEqual({
      username: 'ada',
      name: 'ada',
      email: '',
      password: 'violet-harbour-42',
    });
    expect(parseAccount({ ...fields, name: '  ', email: ' ' })).toMatchObject({
      name: 'ada',
      email: '',
    });
  });

  test('keeps its password to the letter and the rest without blanks around it', () => {
    expect(
      parseAccount({
        username: ' Ada ',
        name: ' Ada Lovelace ',
        email: ' ada@example.org ',
        password: ' a blank at both ends ',
      }),
    ).toEqual({
      username: 'ada',
      name: 'Ada Lovelace',
      email: 'ada@example.org',
      password: ' a blank at both ends ',
    });
  });

  test.each(['a', '7', 'ada.lovelace', 'ada_l-1815', 'a'.repeat(64)])(
    'may have the user name %s',
    (username) => {
      expect(parseAccount({ ...fields, username }).username).toBe(username);
    },
  );

  test.each([
    '',
    ' ',
    '.ada',
    '-ada',
    '_ada',
    'ada lovelace',
    'ädä',
    'ada@home',
    'a/b',
    'a\0b',
    'a'.repeat(65),
  ])('may not have the user name %j', (username) => {
    expect(errorsOf({ ...fields, username })).toMatchObject([
      { path: 'username', message: expect.stringMatching(/up to 64 of the characters/) as string },
    ]);
  });

  test.each(['ada@example.org', 'a.b+c@mail.example.co.uk', 'ünal@exämple.org'])(
    'may have the address %s',
    (email) => {
      expect(parseAccount({ ...fields, email }).email).toBe(email);
    },
  );

  test.each([
    'ada',
    'ada@',
    '@example.org',
    'ada@example',
    'a da@example.org',
    'ada@b@example.org',
    'ada@example.',
    'a\0@example.org',
    `${'a'.repeat(250)}@b.org`,
  ])('may not have the address %j', (email) => {
    expect(errorsOf({ ...fields, email })).toMatchObject([
      { path: 'email', message: expect.stringMatching(/name@example\.org/) as string },
    ]);
  });

  test.each(['Ada\0Lovelace', 'Ada\nLovelace', 'a'.repeat(201)])(
    'may not have the name %j',
    (name) => {
      expect(errorsOf({ ...fields, name })).toMatchObject([
        { path: 'name', message: expect.stringMatching(/up to 200 characters/) as string },
      ]);
    },
  );

  test('may not have its user name as its password', () => {
    const username = 'augusta.ada.king';
    expect(errorsOf({ username, password: username })).toMatchObject([
      { path: 'password', message: expect.stringMatching(/user name/) as string },
    ]);
  });

  test('hears of everything that is wrong at once', () => {
    expect(errorsOf({ username: '!', name: '\n!\n!', email: '!', password: '!' })).toMatchObject([
      { path: 'username' },
      { path: 'name' },
      { path: 'email' },
      { path: 'password' },
    ]);
  });
});

describe('a profile', () => {
  test('may do without a password, and judges one that is there', () => {
    expect(parseProfile({ username: 'Ada' })).toEqual({ username: 'ada', name: 'ada', email: '' });
    expect(() => parseProfile({ username: 'ada', password: 'short' })).toThrow(/at least 12/);
  });

  test('is refused with what else is wrong', () => {
    const others = [fieldError('role', 'not_found', { value: 'x' })];
    expect(() => parseProfile({ username: '' }, others)).toThrow(
      /^username: .+; role: there is no "x"\.$/,
    );
  });

  test('is not called as Galley calls itself', () => {
    expect(() => parseProfile({ username: 'GALLEY' })).toThrow(/galley is reserved/);
  });
});
