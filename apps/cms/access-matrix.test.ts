import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, type Operation } from '@galley/contract';
import { stateOf, TestCallers } from './access/fixtures.ts';
import type { Caller, Callers, Connection } from './access/fixtures.ts';
import {
  beforeSecondFactor,
  besides,
  builtIn,
  carefulBodies,
  cheaper,
  needed,
  recentlyConfirmed,
  withNamedScope,
  withReading,
} from './access/requirements.fixtures.ts';
import { expectProblem, password, type Answer, type Client, type TestServer } from './fixtures.ts';
import { author, draftOf, examples, refused } from './operation-examples.ts';
import { beginSession, call, type Sent } from './operations/fixtures.ts';
import { minimumCapabilities } from './least-needed.fixtures.ts';

type Outcome = readonly [status: number, code?: string];

function refusalOf({ id, base }: Operation, caller: Caller): Outcome | undefined {
  const need = minimumCapabilities[id]!;
  // These APIs ask for no identity and ignore tokens.
  if (['platform', 'root'].includes(base)) return undefined;
  // Takes only the token of a recipe, whoever calls.
  if (id === 'recipes.trigger') return undefined;
  if (caller.by === 'dead token') return [401, 'unauthenticated'];
  // All of them are about sessions, and change something.
  if (need === 'nobody') return caller.by === 'token' ? [403, 'forbidden'] : undefined;
  if (caller.by === 'nobody') return [401, 'unauthenticated'];
  const mayDo = has(need, caller) && (besides[id] ?? [need]).some((one) => has(one, caller));
  if (!hasFactorFor(id, caller) || !mayDo) return [403, 'forbidden'];
  return recentlyConfirmed.includes(id) ? refusalOfUnconfirmed(id, caller) : undefined;
}

/** Confirmations belong to a session. */
function refusalOfUnconfirmed(id: string, caller: Caller): Outcome | undefined {
  const { by, scopes, confirmedLongAgo } = caller;
  // Callers without `users.manage` end only their own sessions.
  if (id === 'sessions.revoke' && !has('users.manage', caller)) return undefined;
  const isNamed = withNamedScope.includes(id) && scopes?.includes(minimumCapabilities[id]!);
  if (by === 'token') return isNamed ? undefined : [403, 'forbidden'];
  return confirmedLongAgo ? [403, 'reauthentication_required'] : undefined;
}

/** A caller with an unverified factor must not replace it. */
function hasFactorFor(id: string, { factor }: Caller): boolean {
  if (factor === 'not verified')
    return [
      'auth.session',
      'auth.verify_factor',
      'sessions.confirm',
      'passkeys.confirm_options',
    ].includes(id);
  return factor === undefined || beforeSecondFactor.includes(id);
}

function has(need: string, { by, grants }: Caller): boolean {
  if (need === 'somebody') return true;
  if (need === 'a session') return by === 'session';
  return ['*', need, `${need}.own`].some((grant) => grants.includes(grant));
}

function outcomeOf({ id }: Operation): Outcome {
  if (cheaper[id]) return [400, 'invalid_request'];
  // The example names an existing document; each of these calls names its own.
  return id === 'documents.create' ? [200] : (refused[id] ?? [200]);
}

const carefulExamples: typeof examples = {
  ...examples,
  ...Object.fromEntries(Object.entries(carefulBodies).map(([id, body]) => [id, { body }])),
};

let created = 0;

function sentBy({ id }: Operation, { username }: Caller): Sent {
  const { query, body } = carefulExamples[id]!;
  const path = draftOf(username);
  const isOwn = /^(documents|comments)\./.test(id);
  created += 1;
  return {
    query: query?.['path'] && isOwn ? { ...query, path } : query,
    body: cheaper[id] ?? {
      ...body,
      ...(body && 'path' in body && isOwn && { path }),
      ...(body && 'source_path' in body && { source_path: path }),
      ...(body && 'slug' in body && { slug: `new-${created}` }),
    },
  };
}

let cast: TestCallers;

beforeAll(async () => {
  cast = await TestCallers.start({ builtIn, needed, withReading });
});

afterAll(() => cast[Symbol.asyncDispose]());

interface Asked {
  readonly name: string;
  readonly caller: Caller;
  readonly connection: Connection;
}

async function connected([name, caller]: [string, Caller]): Promise<Asked> {
  return { name, caller, connection: await caller.connect() };
}

function ask(operation: Operation, { caller, connection }: Asked): Promise<Answer> {
  const { client, headers } = connection;
  return call(client, operation, { ...sentBy(operation, caller), headers });
}

function outcomeIn({ status, headers, text }: Answer): Outcome {
  if (!headers.get('content-type')?.startsWith('application/problem+json')) return [status];
  return [status, (JSON.parse(text) as { code: string }).code];
}

const byId = operations.map((operation) => ({
  ...operation,
  operation,
  need: minimumCapabilities[operation.id]!,
}));

/** An operation of each kind: the checks of tokens, scopes and ended sessions see no other difference. */
const representatives = new Set<Operation>(
  Map.groupBy(operations, ({ id, base, recentlyConfirmed, beforeSecondFactor }) =>
    JSON.stringify([
      base,
      minimumCapabilities[id],
      besides[id],
      recentlyConfirmed && [recentlyConfirmed.tokens, recentlyConfirmed.when !== undefined],
      beforeSecondFactor,
    ]),
  )
    .values()
    .map(([first]) => first!),
);

function callersOf(operation: Operation): Callers {
  const need = minimumCapabilities[operation.id]!;
  const holders = need.includes('.') ? cast.holdersOf(need) : {};
  const isRepresentative = representatives.has(operation);
  const isTried = (caller: Caller) => isRepresentative || caller.by === 'session';
  return {
    ...cast.people(),
    ...(isRepresentative && cast.otherCredentials()),
    ...Object.fromEntries(Object.entries(holders).filter(([, caller]) => isTried(caller))),
  };
}

function strictCallersOf(operation: Operation): Callers {
  const { due, ...others } = cast.underStrictness();
  return representatives.has(operation) ? { due: due!, ...others } : { due: due! };
}

/** Calls change nothing and end no session: each caller connects once. */
async function refuseAll(
  triedOn: (operation: Operation) => Callers,
  server: TestServer,
): Promise<void> {
  const connections = new Map<string, Promise<Connection>>();
  const connectOnce = async (name: string, caller: Caller): Promise<Asked> => {
    const key = `${name} ${caller.username} ${caller.grants.join()}`;
    if (!connections.has(key)) connections.set(key, caller.connect());
    return { name, caller, connection: await connections.get(key)! };
  };
  const refusable = await Promise.all(
    operations.map(async (operation) => {
      const all = Object.entries(triedOn(operation));
      const callers = all.filter(([, caller]) => refusalOf(operation, caller));
      return { operation, stopped: await Promise.all(callers.map((one) => connectOnce(...one))) };
    }),
  );
  const before = await stateOf(server);
  for (const { operation, stopped } of refusable) {
    const refusals = await Promise.all(stopped.map((one) => ask(operation, one)));
    const rows = stopped.map(({ name }, index) => [name, ...outcomeIn(refusals[index]!)]);
    expect([operation.id, rows]).toEqual([
      operation.id,
      stopped.map(({ name, caller }) => [name, ...refusalOf(operation, caller)!]),
    ]);
    for (const answer of refusals)
      expectProblem(answer, ...(outcomeIn(answer) as [number, string]));
  }
  expect(await stateOf(server)).toEqual(before);
}

async function expectAdmitted(operation: Operation, callers: Callers): Promise<void> {
  const welcome = Object.entries(callers).filter(([, caller]) => !refusalOf(operation, caller));
  const admitted: unknown[] = [];
  // Sequential, since admitted calls take effect.
  for (const one of welcome) {
    // Each answer counts as a failed sign-in, which would refuse the next ones.
    if (operation.id === 'passkeys.sign_in') await forgetFailedSignIns();
    const answer = await ask(operation, await connected(one));
    admitted.push([one[0], ...outcomeIn(answer)]);
  }
  expect(admitted).toEqual(welcome.map(([name]) => [name, ...outcomeOf(operation)]));
}

async function forgetFailedSignIns(): Promise<void> {
  for (const { database } of [cast.server, cast.strict])
    await database.db.deleteFrom('sign_in_throttles').execute();
}

describe('the contract', () => {
  test('states the requirement of every operation', () => {
    const words: Readonly<Record<string, string>> = {
      public: 'nobody',
      signed_in: 'somebody',
      session: 'a session',
    };
    const asked = operations.map(({ id, access }) => [
      id,
      typeof access === 'object' ? access.capability : words[access],
    ]);
    expect(Object.fromEntries(asked)).toEqual(minimumCapabilities);
  });

  test('allows only these operations without a required second factor (GAP-SES-4)', () => {
    const early = operations.filter((operation) => operation.beforeSecondFactor);
    expect(early.map(({ id }) => id)).toEqual(beforeSecondFactor);
  });

  test('requires a confirmed password for these operations', () => {
    const careful = operations.filter((operation) => operation.recentlyConfirmed);
    expect(careful.map(({ id }) => id)).toEqual(recentlyConfirmed);
    const named = careful.filter((operation) => operation.recentlyConfirmed?.tokens);
    expect(named.map(({ id }) => id)).toEqual(withNamedScope);
    const some = careful.filter((operation) => operation.recentlyConfirmed?.when);
    expect(some.map(({ id }) => id)).toEqual(['sessions.revoke', 'settings.save']);
  });

  test('defines these built-in roles (CMS-AUTH-13, GAP-ED-8)', async () => {
    const { db } = cast.server.database;
    const roles = await db.selectFrom('roles').selectAll().where('builtin', '=', true).execute();
    const counted = roles.map(({ name, capabilities }) => [
      name,
      capabilities.filter((grant) => grant === '*' || needed.includes(grant.replace('.own', ''))),
    ]);
    expect(Object.fromEntries(counted)).toEqual(builtIn);
  });
});

describe('every operation', () => {
  test('refuses all callers without permission, without a trace (CMS-AUTH-9, CMS-AUTH-13, CMS-AUTH-14, CMS-AUTH-15, CMS-AUTH-16, CMS-AUTH-17, CMS-AUTH-18, GAP-ERR-2)', async () => {
    await refuseAll(callersOf, cast.server);
  });

  test('refuses users without a second factor where the site demands one, without a trace (GAP-SES-4)', async () => {
    await refuseAll(strictCallersOf, cast.strict);
  });
});

describe.each(byId)('$id requires $need', ({ operation }) => {
  test('and allows permitted callers, by the capability of the role and the scopes of the token (CMS-AUTH-13, CMS-AUTH-14, CMS-AUTH-15, CMS-AUTH-16, CMS-AUTH-17, CMS-AUTH-18, GAP-SES-4)', async () => {
    await expectAdmitted(operation, callersOf(operation));
    await expectAdmitted(operation, strictCallersOf(operation));
  });
});

describe('capabilities for own documents (CMS-AUTH-14, CMS-AUTH-18)', () => {
  const aboutOne = byId.filter(({ id, need }) => {
    const { query, body } = examples[id]!;
    const names = Object.keys({ ...query, ...body });
    return need.startsWith('documents.') && names.some((name) => /^(source_)?path$/.test(name));
  });

  function withOwn(capability: string): [string, Caller][] {
    const callers = Object.entries(cast.holdersOf(capability));
    return callers.filter(([, { grants }]) => grants.includes(`${capability}.own`));
  }

  test('exclude others, without a trace', async () => {
    const asked = await Promise.all(
      aboutOne.map(async ({ operation, need }) => {
        const callers = withOwn(need).filter(
          ([, { by }]) => by === 'session' || representatives.has(operation),
        );
        expect(callers).toHaveLength(representatives.has(operation) ? 3 : 1);
        // None of them owns, or is assigned, the draft of the reader.
        const others = callers.map(
          ([name, one]) => [name, { ...one, username: 'reader' }] as const,
        );
        return { operation, all: await Promise.all(others.map(([...one]) => connected(one))) };
      }),
    );
    const before = await stateOf(cast.server);
    for (const { operation, all } of asked) {
      for (const one of all) expectProblem(await ask(operation, one), 404, 'not_found');
    }
    expect(await stateOf(cast.server)).toEqual(before);
  });

  test('list own documents', async () => {
    const list = operations.find(({ id }) => id === 'documents.list')!;
    for (const [, caller] of withOwn('documents.read')) {
      const { connection } = await connected(['', caller]);
      const answer = await call(connection.client, list, { headers: connection.headers });
      const { items } = answer.json<{ items: { author: string }[] }>();
      expect(new Set(items.map((item) => item.author))).toEqual(new Set([caller.username]));
    }
  });
});

describe('a session without a recent password confirmation', () => {
  const careful = byId.filter(({ id }) => recentlyConfirmed.includes(id));

  function agedSession(minutes: number): Promise<Client> {
    const confirmedAt = new Date(Date.now() - minutes * 60_000);
    return beginSession(cast.server, 'admin', { confirmedAt });
  }

  function confirm(client: Client, given: string): Promise<Answer> {
    return client.post('/__admin/api/session/confirm', { password: given });
  }

  function callCarefully(client: Client, operation: Operation): Promise<Answer> {
    const body = carefulBodies[operation.id];
    return call(client, operation, body && { body });
  }

  test('is refused also after a wrong password or a confirmation in another session, until it is confirmed', async () => {
    const [client, other] = [await agedSession(10.1), await agedSession(10.1)];
    expectProblem(await confirm(client, `${password}!`), 401, 'invalid_credentials');
    expect((await confirm(other, password)).status).toBe(200);
    for (const { operation } of careful) {
      expectProblem(await callCarefully(client, operation), 403, 'reauthentication_required');
    }
    expect((await confirm(client, password)).status).toBe(200);
    const save = operations.find(({ id }) => id === 'settings.save')!;
    expect(outcomeIn(await callCarefully(client, save))).toEqual(outcomeOf(save));
  });

  test('is allowed for ten minutes after the last one', async () => {
    for (const { id, operation } of careful) {
      const answer = await callCarefully(await agedSession(9.5), operation);
      expect([id, ...outcomeIn(answer)]).toEqual([id, ...outcomeOf(operation)]);
    }
  });
});

test('other settings and own sessions need no confirmation', async () => {
  const longAgo = { confirmedAt: new Date(Date.now() - 11 * 60_000) };
  const client = await beginSession(cast.server, 'admin', longAgo);
  const save = operations.find(({ id }) => id === 'settings.save')!;
  expect((await call(client, save)).status).toBe(200);
  const revoke = operations.find(({ id }) => id === 'sessions.revoke')!;
  const own = { username: 'admin', session_id: 'no-such-session' };
  expect((await call(client, revoke, { body: own })).json()).toEqual({ revoked: 0 });
});

test('users without a second factor cannot manage those of others where one is required (GAP-SES-4)', async () => {
  const { client } = await cast.underStrictness()['due']!.connect();
  const before = await stateOf(cast.strict);
  for (const id of ['totp.setup', 'totp.enable', 'totp.disable']) {
    const operation = operations.find((one) => one.id === id)!;
    const body = { ...examples[id]!.body, username: author };
    expectProblem(await call(client, operation, { body }), 403, 'forbidden');
  }
  expect(await stateOf(cast.strict)).toEqual(before);
});
