import { describe, expect, test } from 'vitest';
import { notificationTypes } from '@galley/content';
import { auditActions, capabilities, ownableCapabilities } from '@galley/kernel';

/** What this test uses of the admin's scripts, which browsers load as they are. */
interface Words {
  readonly grantSubjects: Record<string, [name: string, text: string, isOwnable: boolean][]>;
  readonly grantsInWords: (grants: string[]) => string;
  readonly auditSubjects: [subject: string, actions: [action: string, text: string][]][];
  readonly detailsInWords: (details: unknown) => string;
  readonly agentInWords: (agent: string) => string;
  readonly notificationWords: Record<string, string>;
}

const scripts = await Promise.all(
  ['grant-words.js', 'audit-words.js', 'agent-words.js', 'notification-words.js'].map(
    (name) => import(new URL(`./admin/${name}`, import.meta.url).href) as Promise<object>,
  ),
);
const words = Object.assign({}, ...scripts) as Words;

describe('what the admin has words for', () => {
  test('every capability can be granted, for own things where it can be', () => {
    const offered = Object.values(words.grantSubjects).flat();
    expect(offered.map(([name]) => name).sort()).toEqual([...capabilities].sort());
    const ownable = offered.filter(([, , isOwnable]) => isOwnable).map(([name]) => name);
    expect(ownable.sort()).toEqual([...ownableCapabilities].sort());
  });

  test('every action of the audit log can be looked for (GAP-SET-8)', () => {
    const offered = words.auditSubjects.flatMap(([, actions]) => actions);
    expect(offered.map(([action]) => action).sort()).toEqual([...auditActions].sort());
  });

  test('everything that people are told of', () => {
    expect(Object.keys(words.notificationWords)).toEqual([...notificationTypes]);
  });
});

test.each([
  [['*'], 'Everything'],
  [[], 'Nothing'],
  [
    ['documents.write.own', 'documents.read', 'media.read'],
    'Documents: read, edit (own). Media: see',
  ],
])('the grants %j are called "%s"', (grants, text) => {
  expect(words.grantsInWords(grants)).toBe(text);
});

test.each([
  [{}, ''],
  [{ created: true, changed: [], role: 'editor' }, 'created: yes; changed: none; role: editor'],
  [{ reassign_to: 'ruth', email: '' }, 'reassign to: ruth; email: none'],
  [{ before: { state: 'draft', tags: ['a', 'b'] } }, 'before: (state: draft; tags: a, b)'],
])('the details %j read "%s"', (details, text) => {
  expect(words.detailsInWords(details)).toBe(text);
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['curl/8.14.1', 'curl/8.14.1'],
  ['', 'Unknown device'],
])('the device %j is called "%s"', (agent, text) => {
  expect(words.agentInWords(agent)).toBe(text);
});
