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
      expect(roleErrors(name, [])).toEqual([
        { path: 'name', message: expect.stringMatching(/1 to 64 of the letters/) as string },
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
    ['documents.reed', 'There is no capability "documents.reed". Did you mean documents.read?'],
    ['Documents.Read', 'There is no capability "Documents.Read". Did you mean documents.read?'],
    ['user.manage', 'There is no capability "user.manage". Did you mean users.manage?'],
    [
      'documents.publish.own',
      'There is no capability "documents.publish.own". Did you mean documents.publish?',
    ],
    [
      'documents.assign.own',
      'There is no capability "documents.assign.own". Did you mean documents.assign?',
    ],
    ['media.read.own', 'There is no capability "media.read.own". Did you mean media.read?'],
    ['', 'There is no capability "".'],
    ['*', 'Only the role admin grants everything.'],
  ])('is not %j', (capability, message) => {
    expect(roleErrors('desk', [capability])).toEqual([{ path: 'capabilities.0', message }]);
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
