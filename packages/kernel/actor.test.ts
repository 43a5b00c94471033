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

describe('scope of a grant (CMS-AUTH-18)', () => {
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

  test('an own grant applies to owned documents', () => {
    const author = holding('documents.write.own');
    expect(may(author, 'documents.write', true)).toBe(true);
    expect(may(author, 'documents.write', false)).toBe(false);
    expect(may(author, 'documents.write')).toBe(true);
  });

  test('assigning, publishing and capabilities beyond documents have no own variant', () => {
    expect(own).not.toContain('documents.assign.own');
    expect(own).not.toContain('documents.publish.own');
    expect(own.every((name) => name.startsWith('documents.'))).toBe(true);
  });
});

describe('passing on grants', () => {
  test('only the holder of all grants can pass on all grants', () => {
    expect(covers(new Set(['*']), ['*', 'users.manage'])).toBe(true);
    expect(covers(new Set(capabilities), ['*'])).toBe(false);
  });

  test('the holder of a capability can pass on its own variant, but not the reverse', () => {
    expect(covers(new Set(['documents.read']), ['documents.read.own'])).toBe(true);
    expect(covers(new Set(['documents.read.own']), ['documents.read'])).toBe(false);
  });

  test('covered grants allow nothing that the holder may not do', () => {
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

describe('narrowing grants to scopes', () => {
  test('a scope keeps as much of a capability as there is', () => {
    const left = narrowGrants(new Set(['documents.read.own', 'media.read']), [
      'documents.read',
      'users.manage',
    ]);
    expect([...left]).toEqual(['documents.read.own']);
  });

  test('the result allows exactly what both grants and scopes allow', () => {
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
