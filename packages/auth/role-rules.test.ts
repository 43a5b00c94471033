import { capabilities, ownableCapabilities } from '@galley/kernel';
import { describe, expect, test } from 'vitest';
import { normalizeRoleName, roleErrors, sortCapabilities } from './role-rules.ts';

describe('the name of a role', () => {
  test.each(['a', 'proof-reader', 'desk_2', 'a'.repeat(64)])('may be %s', (name) => {
    expect(roleErrors(name, [])).toEqual([]);
  });

  test.each(['', '2nd-desk', '-desk', 'proof reader', 'Desk', 'désk', 'a.b', 'a'.repeat(65)])(
    'may not be %j',
    (name) => {
      expect(roleErrors(name, [])).toMatchObject([
        { path: 'name', message: expect.stringMatching(/up to 64 of the characters/) as string },
      ]);
    },
  );

  test('is the same with capitals and blanks around it', () => {
    expect(normalizeRoleName(' Proof-Reader ')).toBe('proof-reader');
  });
});

describe('GAP-ED-8, CMS-AUTH-18: what a role of a site may grant', () => {
  test.each(capabilities)('is %s', (capability) => {
    expect(roleErrors('desk', [capability])).toEqual([]);
  });

  test.each(ownableCapabilities)('is %s for owned and assigned documents only', (capability) => {
    expect(roleErrors('desk', [`${capability}.own`])).toEqual([]);
  });

  test.each([
    ['documents.reed', 'there is no "documents.reed"; did you mean documents.read?'],
    ['Documents.Read', 'there is no "Documents.Read"; did you mean documents.read?'],
    ['user.manage', 'there is no "user.manage"; did you mean users.manage?'],
    [
      'documents.publish.own',
      'there is no "documents.publish.own"; did you mean documents.publish?',
    ],
    ['documents.assign.own', 'there is no "documents.assign.own"; did you mean documents.assign?'],
    ['media.read.own', 'there is no "media.read.own"; did you mean media.read?'],
    ['', 'there is no ""'],
    ['*', 'only the role admin grants everything'],
  ])('is not %j', (capability, message) => {
    expect(roleErrors('desk', [capability])).toMatchObject([{ path: 'capabilities.0', message }]);
  });

  test('is refused with everything that is wrong at once, each at its place', () => {
    const errors = roleErrors('!', ['documents.read', '*', 'media.read', 'nothing']);
    expect(errors.map(({ path }) => path)).toEqual(['name', 'capabilities.1', 'capabilities.3']);
  });

  test('is kept once each, in one order, an own grant after the one for everything', () => {
    expect(
      sortCapabilities([
        'users.manage',
        'documents.write.own',
        'documents.write',
        'documents.read',
        'users.manage',
      ]),
    ).toEqual(['documents.read', 'documents.write', 'documents.write.own', 'users.manage']);
  });
});
