import { describe, expect, test } from 'vitest';
import { auditActions, capabilities, ownableCapabilities } from '@galley/kernel';
import { chooseLanguage } from '../../lib/messages.ts';
import { auditSubjects, describeDetails } from './audit-messages.ts';
import { coversGrants, describeGrants, grantSubjects } from './grants.ts';

describe('what there are words for', () => {
  test('every capability can be granted, for own things where it can be', () => {
    const grants = grantSubjects.flatMap((subject) => subject.grants);
    expect(grants.map(({ name }) => name).sort()).toEqual([...capabilities].sort());
    const ownable = grants.filter(({ isOwnable }) => isOwnable).map(({ name }) => name);
    expect(ownable.sort()).toEqual([...ownableCapabilities].sort());
  });

  test('every action of the audit log can be looked for (GAP-SET-8)', () => {
    const offered = auditSubjects().flatMap(({ actions }) => actions);
    expect(offered.map(({ action }) => action).sort()).toEqual([...auditActions].sort());
  });
});

test.each([
  [['*'], 'All permissions', 'Alle Rechte'],
  [[], 'No permissions', 'Keine Rechte'],
  [
    ['documents.write.own', 'documents.read', 'media.read'],
    'Documents: Read, Edit (own). Media: View',
    'Dokumente: Lesen, Bearbeiten (eigene). Medien: Sehen',
  ],
])('the grants %j are called "%s" and "%s"', async (grants, english, german) => {
  expect(describeGrants(grants)).toBe(english);
  await chooseLanguage('de');
  expect(describeGrants(grants)).toBe(german);
  await chooseLanguage('en');
});

test.each([
  [['*'], ['users.manage'], true],
  [['documents.read'], ['documents.read.own'], true],
  [['documents.read.own'], ['documents.read'], false],
  [['documents.read'], ['documents.read', 'media.read'], false],
])('who has %j may hand %j on: %s', (held, wanted, expected) => {
  expect(coversGrants(held, wanted)).toBe(expected);
});

test.each([
  [{ created: true, changed: [], role: 'editor' }, 'created: yes; changed: none; role: editor'],
  [{ reassign_to: 'ruth', email: '' }, 'reassign to: ruth; email: none'],
  [{ before: { state: 'draft', tags: ['a', 'b'] } }, 'before: (state: draft; tags: a, b)'],
  [
    {
      settings: ['editorial.require_approval'],
      changes: { 'editorial.require_approval': { old: true, new: false } },
    },
    'editorial.require_approval: yes → no',
  ],
  [{ changed: ['name'], changes: {} }, 'changed: name'],
  [{ settings: ['title'], changes: {} }, 'settings: title'],
  [
    {
      changes: {
        menu: { old: null, new: { starts: '[{"a', length: 900, sha256: 'f'.repeat(64) } },
      },
    },
    'menu: none → [{"a… (SHA-256 ffffffffffff)',
  ],
])('the details %j read "%s"', (details, text) => {
  expect(describeDetails(details)).toBe(text);
});
