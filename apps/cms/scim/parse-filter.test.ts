import { describe, expect, test } from 'vitest';
import { parsePath } from './attribute-path.ts';
import { parseFilter } from './parse-filter.ts';
import { ScimError } from './scim-error.ts';

const eq = (attribute: string, value: string | boolean) => ({ op: 'eq', attribute, value });

describe('filters (ADD-SCIM-3)', () => {
  test.each([
    ['userName eq "ada@example.org"', eq('username', 'ada@example.org')],
    ['USERNAME EQ "a \\"b\\" \\u00e9"', eq('username', 'a "b" é')],
    ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "x"', eq('username', 'x')],
    ['active eq true', eq('active', true)],
    ['active eq False', eq('active', false)],
    ['externalId pr', { op: 'pr', attribute: 'externalid' }],
    ['emails[type eq "work"]', eq('emails.type', 'work')],
    [
      'emails[type eq "work"].value eq "x@y.z"',
      { op: 'and', parts: [eq('emails.type', 'work'), eq('emails.value', 'x@y.z')] },
    ],
    [
      'id eq "1" or id eq "2" and not (active eq true)',
      {
        op: 'or',
        parts: [
          eq('id', '1'),
          { op: 'and', parts: [eq('id', '2'), { op: 'not', part: eq('active', true) }] },
        ],
      },
    ],
    ['(id eq "1" or id eq "2")', { op: 'or', parts: [eq('id', '1'), eq('id', '2')] }],
  ])('%s', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter);
  });

  test.each([
    ['', 'It ends where an attribute or operator was expected.'],
    ['userName', 'It ends where an attribute or operator was expected.'],
    ['userName eq', 'It ends where a text in quotation marks, true or false was expected.'],
    [
      'userName eq ada',
      'It has "ada" where a text in quotation marks, true or false was expected.',
    ],
    ['userName is "x"', '"is" is not an operator; there are eq, ne, co, sw, ew and pr.'],
    ['userName eq "x', 'The text from position 13 has no closing quotation mark.'],
    ['userName eq "\\x"', '"\\x" is not a text of JSON.'],
    ['userName eq "\\u0000"', '"\\u0000" is not a text of JSON.'],
    ['userName eq "x" "y"', 'It has "y" where the end, "and" or "or" was expected.'],
    ['(userName eq "x"', 'It ends where ")" was expected.'],
    ['emails[type eq "x"', 'It ends where "]" was expected.'],
    ['not userName eq "x"', 'It has "userName" where "(" was expected.'],
    [`userName eq "${'x'.repeat(4_000)}"`, 'It is longer than 4000 characters.'],
    [`${'('.repeat(11)}id pr${')'.repeat(11)}`, 'It is more than 10 brackets deep.'],
    [Array(51).fill('id pr').join(' or '), 'It has more than 50 comparisons.'],
  ])('refuses %s', (text, message) => {
    expect(() => parseFilter(text)).toThrow(new ScimError('invalidFilter', message));
  });
});

test.each([
  ['displayName', { attribute: 'displayname', filter: undefined, sub: undefined }],
  ['name.givenName', { attribute: 'name', filter: undefined, sub: 'givenname' }],
  [
    'emails[type eq "work"].value',
    { attribute: 'emails', filter: eq('emails.type', 'work'), sub: 'value' },
  ],
  [
    'members[value eq "1"]',
    { attribute: 'members', filter: eq('members.value', '1'), sub: undefined },
  ],
  [
    'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
    {
      attribute: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:user:department',
      filter: undefined,
      sub: undefined,
    },
  ],
])('the path %s', (text, path) => {
  expect(parsePath(text)).toEqual(path);
});

test.each([
  '',
  '[',
  'a b',
  'emails[',
  'emails[type eq "x"].',
  'emails[type eq "x"]..',
  '"x"',
  'a[',
])('refuses the path %j', (text) => {
  expect(() => parsePath(text)).toThrow(ScimError);
});
