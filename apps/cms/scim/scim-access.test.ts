import { afterAll, beforeAll, expect, test } from 'vitest';
import { basePath, fillPath, operations, scim, type Operation } from '@galley/contract';
import { stateOf, TestCallers, type Caller, type Connection } from '../access/fixtures.ts';
import { builtIn } from '../access/requirements.fixtures.ts';
import type { Answer } from '../fixtures.ts';
import { expectScimError, patchSchema } from './fixtures.ts';

/** Duplicated on purpose, as `least-needed.fixtures.ts`: each operation has its answer to an admitted caller. */
const answers: Readonly<Record<string, number>> = {
  'scim.service_provider_config': 200,
  'scim.resource_types': 200,
  'scim.resource_type': 404,
  'scim.schemas': 200,
  'scim.schema': 404,
  'scim.users': 200,
  'scim.user': 404,
  'scim.create_user': 400,
  'scim.replace_user': 404,
  'scim.patch_user': 404,
  'scim.delete_user': 404,
  'scim.groups': 200,
  'scim.group': 404,
  'scim.create_group': 400,
  'scim.replace_group': 404,
  'scim.patch_group': 404,
  'scim.delete_group': 404,
};

const capability = 'users.provision';
const all: readonly Operation[] = Object.values(scim);
const needed = [capability, 'users.manage', 'documents.read'];

let cast: TestCallers;

beforeAll(async () => {
  cast = await TestCallers.start({ builtIn, needed, withReading: [] });
});

afterAll(() => cast[Symbol.asyncDispose]());

/** Only tokens whose scopes name the capability: no session, and not the scope `*`. */
function refusalOf({ by, grants, scopes = [], factor }: Caller): number | undefined {
  if (by !== 'token') return 401;
  const isNamed = scopes.includes(capability);
  return isNamed && grants.includes(capability) && factor === undefined ? undefined : 403;
}

async function ask(operation: Operation, { client, headers }: Connection): Promise<Answer> {
  const path = fillPath(operation.path, () => '00000000-0000-4000-8000-000000000000');
  const isPatch = operation.method === 'PATCH';
  const body = isPatch ? { schemas: [patchSchema], Operations: [] } : {};
  return client.send(basePath('scim', '__admin') + path, {
    method: operation.method,
    headers: { ...headers, 'content-type': 'application/scim+json' },
    ...(operation.body && { body: JSON.stringify(body) }),
  });
}

test('every operation of SCIM is in this table, and in no other', () => {
  expect(all.map(({ id }) => id)).toEqual(Object.keys(answers));
  expect(operations.filter(({ base }) => base === 'scim')).toEqual([]);
  for (const { access, recentlyConfirmed } of all) {
    expect(access).toEqual({ capability });
    expect(recentlyConfirmed).toEqual({ tokens: 'named_scope' });
  }
});

test.each(all.map((operation) => ({ ...operation, operation })))(
  '$id takes only tokens whose scopes name users.provision, and refuses all others without a trace (ADD-SCIM-1)',
  async ({ id, operation }) => {
    const callers = Object.entries({
      ...cast.people(),
      ...cast.otherCredentials(),
      ...cast.holdersOf(capability),
      ...cast.underStrictness(),
    });
    const connections = await Promise.all(callers.map(([, caller]) => caller.connect()));
    const before = await stateOf(cast.server);
    const found: unknown[] = [];
    for (const [index, [name]] of callers.entries()) {
      const answer = await ask(operation, connections[index]!);
      found.push([name, answer.status]);
      if (answer.status >= 400) expectScimErrorOf(answer);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
    const expected = callers.map(([name, caller]) => [name, refusalOf(caller) ?? answers[id]]);
    expect(found).toEqual(expected);
    expect(expected.filter(([, status]) => status === answers[id])).toHaveLength(1);
    expect(await stateOf(cast.server)).toEqual(before);
  },
);

function expectScimErrorOf(answer: Answer): void {
  const { scimType } = answer.json<{ scimType?: string }>();
  expectScimError(answer, answer.status, scimType);
}
