import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  capabilities,
  covers,
  may,
  narrowGrants,
  ownableCapabilities,
  reach,
  systemActor,
  type Actor,
  type Capability,
} from './actor.ts';

const own = ownableCapabilities.map((name) => `${name}.own`);
const anyGrants = fc.uniqueArray(fc.constantFrom<string>(...capabilities, ...own, '*'));

function holding(...grants: string[]): Actor {
  return { ...systemActor, kind: 'user', username: 'ada', grants: new Set(grants) };
}

describe('what a grant reaches (CMS-AUTH-18)', () => {
  test.each<[string[], Capability, string]>([
    [['*'], 'documents.publish', 'all'],
    [['documents.read'], 'documents.read', 'all'],
    [['documents.read.own'], 'documents.read', 'own'],
    [['documents.read', 'documents.read.own'], 'documents.read', 'all'],
    [['documents.read'], 'documents.write', 'none'],
    [[], 'documents.read', 'none'],
  ])('%j reaches %s: %s', (grants, capability, expected) => {
    expect(reach(holding(...grants), capability)).toBe(expected);
  });

  test('an own grant holds for what is owned, and somewhere', () => {
    const author = holding('documents.write.own');
    expect(may(author, 'documents.write', true)).toBe(true);
    expect(may(author, 'documents.write', false)).toBe(false);
    expect(may(author, 'documents.write')).toBe(true);
  });

  test('assigning, publishing, and what is not about documents, has no own variant', () => {
    expect(own).not.toContain('documents.assign.own');
    expect(own).not.toContain('documents.publish.own');
    expect(own.every((name) => name.startsWith('documents.'))).toBe(true);
  });
});

describe('what can be handed on', () => {
  test('somebody with everything hands on anything, and nobody else hands on everything', () => {
    expect(covers(new Set(['*']), ['*', 'users.manage'])).toBe(true);
    expect(covers(new Set(capabilities), ['*'])).toBe(false);
  });

  test('who has a capability hands on its own variant, and not the reverse', () => {
    expect(covers(new Set(['documents.read']), ['documents.read.own'])).toBe(true);
    expect(covers(new Set(['documents.read.own']), ['documents.read'])).toBe(false);
  });

  test('whoever gets what somebody covers may nothing that this somebody may not', () => {
    fc.assert(
      fc.property(anyGrants, anyGrants, (held, wanted) => {
        fc.pre(covers(new Set(held), wanted));
        const giver = holding(...held);
        const taker = holding(...wanted);
        for (const capability of capabilities) {
          for (const owned of [true, false]) {
            if (may(taker, capability, owned)) expect(may(giver, capability, owned)).toBe(true);
          }
        }
      }),
    );
  });
});

describe('what is left of grants within scopes', () => {
  test('a scope gives as much as there is of it', () => {
    const left = narrowGrants(new Set(['documents.read.own', 'media.read']), [
      'documents.read',
      'users.manage',
    ]);
    expect([...left]).toEqual(['documents.read.own']);
  });

  test('whatever the scopes, it allows exactly what the grants and the scopes both allow', () => {
    fc.assert(
      fc.property(anyGrants, anyGrants, (grants, scopes) => {
        const narrowed = holding(...narrowGrants(new Set(grants), scopes));
        const [byRole, byScope] = [holding(...grants), holding(...scopes)];
        for (const capability of capabilities) {
          for (const owned of [true, false]) {
            const both = may(byRole, capability, owned) && may(byScope, capability, owned);
            expect(may(narrowed, capability, owned)).toBe(both);
          }
        }
      }),
    );
  });
});
