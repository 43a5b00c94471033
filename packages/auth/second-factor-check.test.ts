import { TOTP } from 'otpauth';
import { openDatabase, type Database, type DatabaseHandle } from '@galley/database';
import { silentLogger, type LogAttributes, type Logger } from '@galley/kernel';
import { createTestDatabase, ManualClock, type TestDatabase } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Sealer } from './sealing.ts';
import { SecondFactorRepository } from './second-factor-repository.ts';
import { SecondFactors } from './second-factors.ts';
import { UserRepository } from './user-repository.ts';

const step = 30_000;

interface LoggedError {
  readonly message: string;
  readonly attributes: LogAttributes | undefined;
}

let database: TestDatabase;
let elsewhere: DatabaseHandle;
let clock: ManualClock;
let logged: LoggedError[];
let factors: SecondFactors;
let factorsElsewhere: SecondFactors;

beforeAll(async () => {
  database = await createTestDatabase();
  elsewhere = openDatabase({ address: database.url, poolSize: 5, logger: silentLogger });
});

afterAll(async () => {
  await elsewhere.close();
  await database.close();
});

beforeEach(async () => {
  await database.db.deleteFrom('users').execute();
  clock = new ManualClock();
  logged = [];
  factors = factorsOn(database.db);
  factorsElsewhere = factorsOn(elsewhere.db);
  for (const username of ['ada', 'grace']) {
    await new UserRepository(database.db).insert({
      username,
      name: username,
      email: `${username}@example.org`,
      role: 'author',
      createdAt: clock.now(),
    });
  }
});

function factorsOn(db: Database, masterKey = 'a master key of this test'): SecondFactors {
  const logger: Logger = {
    ...silentLogger,
    error: (message, attributes) => logged.push({ message, attributes }),
  };
  const sealer = new Sealer(masterKey);
  return new SecondFactors({ db, clock, sealer, issuer: () => 'The Gazette', logger });
}

function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: clock.now().getTime() + steps * step });
}

/** Advances the clock, so that the next code differs. */
async function enableFactor(username: string) {
  const { secret } = await factors.setup(username);
  const { recoveryCodes } = await factors.enable({ username, code: codeOf(secret) });
  clock.advance(2 * step);
  return { secret, recoveryCodes };
}

const check = (username: string, code: string) => factors.check(database.db, username, code);

/** Releases the rows when enough connections wait. */
async function whileHeld<T>(
  table: 'credentials' | 'users',
  { waiting, work }: { readonly waiting: number; readonly work: () => Promise<T> },
): Promise<T> {
  const { started } = await database.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom(table).select('username').forUpdate().execute();
    const running = work();
    running.catch(() => undefined);
    await vi.waitUntil(async () => (await countWaiting()) === waiting, {
      timeout: 30_000,
      interval: 10,
    });
    return { started: running };
  });
  return started;
}

async function countWaiting(): Promise<number> {
  const rows = await elsewhere.db
    .withTables<{ pg_stat_activity: { datname: string; wait_event_type: string | null } }>()
    .selectFrom('pg_stat_activity')
    .select('datname')
    .where('datname', '=', new URL(database.url).pathname.slice(1))
    .where('wait_event_type', '=', 'Lock')
    .execute();
  return rows.length;
}

describe('GAP-SES-4: a code of the second factor', () => {
  test('works once, in whatever process', async () => {
    const { secret } = await enableFactor('ada');
    const code = codeOf(secret);

    expect(await factors.check(database.db, 'ada', code)).toBe(true);
    expect(await factors.check(database.db, 'ada', code)).toBe(false);
    expect(await factorsElsewhere.check(elsewhere.db, 'ada', code)).toBe(false);
  });

  test('does not work after a newer one has been used', async () => {
    const { secret } = await enableFactor('ada');
    const [older, present, newer] = [codeOf(secret, -1), codeOf(secret), codeOf(secret, 1)];

    expect(await check('ada', newer)).toBe(true);
    expect(await check('ada', present)).toBe(false);
    expect(await check('ada', older)).toBe(false);
  });

  test('works one step early and one step late, and no further', async () => {
    const { secret } = await enableFactor('ada');
    clock.advance(4 * step);
    for (const [steps, works] of [
      [-2, false],
      [2, false],
      [-1, true],
      [0, true],
      [1, true],
    ] as const) {
      expect(await check('ada', codeOf(secret, steps)), `${steps} steps`).toBe(works);
    }
  });

  test('is its user’s alone', async () => {
    const ada = await enableFactor('ada');
    expect(await check('grace', codeOf(ada.secret))).toBe(false);
    await enableFactor('grace');
    expect(await check('grace', codeOf(ada.secret))).toBe(false);
    expect(await check('mary', codeOf(ada.secret))).toBe(false);
    expect(await check('ada', codeOf(ada.secret))).toBe(true);
  });
});

describe('GAP-SES-4: a recovery code', () => {
  test('works once, however it is typed, and the others go on', async () => {
    const { recoveryCodes } = await enableFactor('ada');
    const [first, second] = [recoveryCodes[0]!, recoveryCodes[1]!];

    expect(await check('ada', ` ${first.toUpperCase().replaceAll('-', ' ')} `)).toBe(true);
    expect(await check('ada', first)).toBe(false);
    expect(await factors.remainingRecoveryCodes('ada')).toBe(9);
    expect(await check('ada', second.replaceAll('-', ''))).toBe(true);
    expect(await factors.remainingRecoveryCodes('ada')).toBe(8);
  });

  test('is its user’s alone', async () => {
    const { recoveryCodes } = await enableFactor('ada');
    await enableFactor('grace');
    expect(await check('grace', recoveryCodes[0]!)).toBe(false);
    expect(await check('ada', recoveryCodes[0]!)).toBe(true);
  });

  test('does not work for a user to whom its row was copied', async () => {
    const { recoveryCodes } = await enableFactor('ada');
    await enableFactor('grace');
    await database.db
      .updateTable('credentials')
      .set({ username: 'grace' })
      .where('username', '=', 'ada')
      .where('kind', '=', 'recovery_code')
      .execute();
    expect(await check('grace', recoveryCodes[0]!)).toBe(false);
  });

  test.each(['', ' ', '000000', 'nonsense', '%', "' or true --"])('is not "%s"', async (code) => {
    await enableFactor('ada');
    expect(await check('ada', code)).toBe(false);
    expect(await factors.remainingRecoveryCodes('ada')).toBe(10);
  });
});

describe('GAP-SES-4: of two uses at once, in two processes, one works', () => {
  const both = (code: string) => () =>
    Promise.all([
      factors.check(database.db, 'ada', code),
      factorsElsewhere.check(elsewhere.db, 'ada', code),
    ]);

  test('with a code', async () => {
    const { secret } = await enableFactor('ada');
    const uses = await whileHeld('credentials', { waiting: 2, work: both(codeOf(secret)) });
    expect(uses.toSorted()).toEqual([false, true]);
  });

  test('with a recovery code', async () => {
    const { recoveryCodes } = await enableFactor('ada');
    const uses = await whileHeld('credentials', { waiting: 2, work: both(recoveryCodes[0]!) });
    expect(uses.toSorted()).toEqual([false, true]);
    expect(await factors.remainingRecoveryCodes('ada')).toBe(9);
  });

  test('and of many as well', async () => {
    const { secret, recoveryCodes } = await enableFactor('ada');
    for (const code of [codeOf(secret), recoveryCodes[0]!]) {
      const uses = await Promise.all(Array.from({ length: 8 }, both(code)));
      expect(uses.flat().filter(Boolean)).toHaveLength(1);
    }
  });
});

describe('changes of one user’s factor come one after another', () => {
  test('so that of two confirmations with one code one enables it', async () => {
    const { secret } = await factors.setup('ada');
    const change = { username: 'ada', code: codeOf(secret) };
    const work = () =>
      Promise.allSettled([factors.enable(change), factorsElsewhere.enable(change)]);

    const outcomes = await whileHeld('users', { waiting: 2, work });

    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await factors.remainingRecoveryCodes('ada')).toBe(10);
  });

  test('so that many wrong codes at once are no more than ten guesses', async () => {
    const { secret } = await factors.setup('ada');
    const right = [-1, 0, 1].map((steps) => codeOf(secret, steps));
    const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code))!;
    const guess = (through: SecondFactors) =>
      through.enable({ username: 'ada', code: wrong }).then(
        () => 'enabled',
        (error: Error) => error.message,
      );

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => [guess(factors), guess(factorsElsewhere)]).flat(),
    );

    const ofWords = (words: string) => answers.filter((answer) => answer.includes(words));
    expect(ofWords('device')).toHaveLength(9);
    expect(ofWords('again')).toHaveLength(1);
    expect(ofWords('first')).toHaveLength(6);
    const late = factors.enable({ username: 'ada', code: codeOf(secret) });
    await expect(late).rejects.toMatchObject({ code: 'totp_invalid' });
  });

  test('so that no recovery codes are made for a factor that is being turned off', async () => {
    await enableFactor('ada');
    const work = () =>
      Promise.allSettled([
        factors.disable({ username: 'ada' }),
        factorsElsewhere.renewRecoveryCodes('ada'),
      ]);

    await whileHeld('users', { waiting: 2, work });

    expect(await factors.remainingRecoveryCodes('ada')).toBe(0);
  });

  test('and a use that began with the old factor does not count for the new one', async () => {
    await enableFactor('ada');
    const repository = new SecondFactorRepository(database.db);
    const old = await repository.find('ada');
    const { secret } = await factors.setup('ada');
    await factors.enable({ username: 'ada', code: codeOf(secret) });

    const later = Number.MAX_SAFE_INTEGER;
    expect(await repository.advanceStep(old!.id, later, clock.now())).toBe(false);
    clock.advance(step);
    expect(await check('ada', codeOf(secret))).toBe(true);
  });
});

describe('GAP-SES-4: secrets are encrypted at rest', () => {
  test('so that the database holds neither secrets nor codes in clear', async () => {
    const { secret, recoveryCodes } = await enableFactor('ada');
    const pending = await factors.setup('ada');
    await check('ada', codeOf(secret));
    const rows = await Promise.all([
      database.db.selectFrom('credentials').selectAll().execute(),
      database.db.selectFrom('users').selectAll().execute(),
    ]);
    const stored = JSON.stringify(rows).toLowerCase();

    expect(stored).toContain('v1.');
    const bytes = [secret, pending.secret].map((each) => new TOTP({ secret: each }).secret);
    const clear = [
      ...bytes.flatMap(({ base32, hex, buffer }) => [
        base32,
        hex,
        Buffer.from(buffer).toString('base64url'),
      ]),
      ...recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')]),
    ];
    for (const each of clear) expect(stored).not.toContain(each.toLowerCase());
  });

  test('for their user: one that is moved to another user’s row does not open', async () => {
    const { secret } = await enableFactor('ada');
    await enableFactor('grace');
    const [ada] = await database.db
      .selectFrom('credentials')
      .select('data')
      .where('username', '=', 'ada')
      .where('kind', '=', 'totp')
      .execute();
    await database.db
      .updateTable('credentials')
      .set({ data: JSON.stringify(ada!.data) })
      .where('username', '=', 'grace')
      .where('kind', '=', 'totp')
      .execute();

    expect(await check('grace', codeOf(secret))).toBe(false);
    expect(logged).toMatchObject([{ attributes: { username: 'grace' } }]);
    expect(await check('ada', codeOf(secret))).toBe(true);
  });
});

describe('when the encryption key is another one', () => {
  test('no code works, a recovery code does, and the log says for whom and what to do', async () => {
    const { secret, recoveryCodes } = await enableFactor('ada');
    const rekeyed = factorsOn(database.db, 'another master key');
    const code = codeOf(secret);

    expect(await rekeyed.check(database.db, 'ada', code)).toBe(false);
    expect(logged).toEqual([
      {
        message: expect.stringContaining('recovery code') as string,
        attributes: { username: 'ada' },
      },
    ]);
    for (const each of [code, secret]) expect(JSON.stringify(logged)).not.toContain(each);

    expect(await rekeyed.check(database.db, 'ada', recoveryCodes[0]!)).toBe(true);
    expect(await rekeyed.hasFactor('ada')).toBe(true);
    await rekeyed.disable({ username: 'ada' });
    expect(await rekeyed.hasFactor('ada')).toBe(false);
  });

  test('a pending set-up must be restarted', async () => {
    const { secret } = await factors.setup('ada');
    const rekeyed = factorsOn(database.db, 'another master key');

    const attempt = rekeyed.enable({ username: 'ada', code: codeOf(secret) });
    await expect(attempt).rejects.toMatchObject({
      code: 'totp_invalid',
      message: expect.stringContaining('Start') as string,
    });

    const anew = await rekeyed.setup('ada');
    await rekeyed.enable({ username: 'ada', code: codeOf(anew.secret) });
    expect(await rekeyed.hasFactor('ada')).toBe(true);
  });
});

test('no refusal tells a secret or a code', async () => {
  const { secret } = await factors.setup('ada');
  const right = codeOf(secret);
  const typed = right === '987654' ? '987653' : '987654';
  const refusals = await Promise.all([
    factors.enable({ username: 'ada', code: typed }).catch((error: unknown) => error),
    factors.enable({ username: 'grace', code: typed }).catch((error: unknown) => error),
  ]);
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(Error);
    const shown = `${String(refusal)} ${JSON.stringify(refusal)}`;
    for (const each of [secret, right, typed]) expect(shown).not.toContain(each);
  }
});
