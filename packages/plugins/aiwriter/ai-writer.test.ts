import type { Actor } from '@galley/kernel';
import {
  ChatEndpoint,
  contentEvent,
  createTestDatabase,
  ManualClock,
  writing,
  type TestDatabase,
} from '@galley/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AiWriter, type AiWriterSettings } from './ai-writer.ts';

const apiKey = 'sk-seeded-key-8Q2';
const prompt = 'A seeded prompt about lampblack';
const nobody = new AbortController().signal;
const ada = personCalled('ada');
const bert = personCalled('bert');
const root = personCalled('root', ['*']);

let database: TestDatabase;
let endpoint: ChatEndpoint;
let clock: ManualClock;
let log: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  endpoint = await ChatEndpoint.start();
  const people = [ada, bert, root].map(({ username, name, email }) => ({
    username,
    name,
    email,
    role: 'author',
    created_at: new Date(),
  }));
  await database.db.insertInto('users').values(people).execute();
});

afterAll(async () => {
  await endpoint[Symbol.asyncDispose]();
  await database.close();
});

beforeEach(async () => {
  await database.db.deleteFrom('ai_usage').execute();
  clock = new ManualClock('2026-03-01T12:00:00Z');
  endpoint.reply = writing('Ink is black.');
  log = [];
});

afterEach(() => {
  expect(log.join('\n')).not.toContain('seeded');
});

function personCalled(username: string, grants = ['documents.create']): Actor {
  const role = 'author';
  return { kind: 'user', username, name: username, email: '', role, grants: new Set(grants) };
}

function writer(
  settings: Partial<AiWriterSettings> = {},
  ...keys: (string | undefined)[]
): AiWriter {
  const note = (message: string, attributes = {}): void =>
    void log.push(`${message} ${JSON.stringify(attributes)}`);
  return new AiWriter({
    db: database.db,
    clock,
    apiKey: keys.length > 0 ? keys[0] : apiKey,
    logger: { debug: note, info: note, warn: note, error: note },
    settings: {
      baseUrl: endpoint.baseUrl,
      model: 'small',
      maxTokens: 100,
      temperature: 0.7,
      maxTokensParameter: 'max_tokens',
      timeout: 60_000,
      requestsPerMinute: 0,
      tokensPerDay: 0,
      ...settings,
    },
  });
}

async function usedBy({ username }: Actor): Promise<number> {
  return (await writer().usage(username)).tokensToday;
}

const ways = {
  'at once': (asked: AiWriter, actor: Actor, signal = nobody) =>
    asked.generate(actor, { prompt }, signal),
  'in a stream': async (asked: AiWriter, actor: Actor, signal = nobody) => {
    const pieces = asked.stream(actor, { prompt }, signal);
    let content = '';
    for (;;) {
      const { done, value } = await pieces.next();
      if (done) return { content, ...value };
      content += value;
    }
  },
};

describe.each(Object.entries(ways))('a text that is asked for %s', (_way, ask) => {
  test('comes with its usage', async () => {
    expect(await ask(writer(), ada)).toMatchObject({
      content: 'Ink is black.',
      tokensUsed: 42,
      isTruncated: false,
      generatedAt: clock.now(),
    });
    expect(await usedBy(ada)).toBe(42);
  });

  test('is estimated where the endpoint does not count', async () => {
    endpoint.reply = writing('Ink is black.', null);
    const { tokensUsed } = await ask(writer(), ada);
    const { body } = endpoint.asked.at(-1)!;
    const asked = body.messages.map(({ content }) => content).join('\n').length;
    expect(tokensUsed).toBe(Math.ceil(asked / 4) + 4);
    expect(await usedBy(ada)).toBe(tokensUsed);
  });

  test('is not asked for without a key (GAP-SET-6)', async () => {
    const asked = endpoint.asked.length;
    const keyless = writer({}, undefined);
    await expect(ask(keyless, ada)).rejects.toMatchObject({ code: 'not_configured' });
    expect(endpoint.asked).toHaveLength(asked);
  });

  test('is one of so many in a minute, of each person', async () => {
    const limited = writer({ requestsPerMinute: 2 });
    await ask(limited, ada);
    clock.advance(20_000);
    await ask(limited, ada);
    clock.advance(10_000);
    await expect(ask(limited, ada)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { limited_by: 'requests_per_minute', limit: 2, remaining: 0, retry_after: 30 },
    });
    expect((await ask(limited, bert)).content).toBe('Ink is black.');
    clock.advance(30_000);
    expect((await ask(limited, ada)).content).toBe('Ink is black.');
    await expect(ask(limited, ada)).rejects.toMatchObject({ details: { retry_after: 20 } });
  });

  test('is not to be had when the tokens of the day are used, until midnight', async () => {
    const limited = writer({ tokensPerDay: 80 });
    await ask(limited, ada);
    await ask(limited, ada);
    await expect(ask(limited, ada)).rejects.toMatchObject({
      code: 'rate_limited',
      details: { limited_by: 'tokens_per_day', limit: 80, remaining: 0, retry_after: 43_200 },
    });
    clock.advance(43_200_000);
    expect((await ask(limited, ada)).content).toBe('Ink is black.');
  });

  test('counts nothing when the endpoint has refused it', async () => {
    endpoint.reply = (response) => void response.writeHead(503).end();
    await expect(ask(writer(), ada)).rejects.toMatchObject({ code: 'upstream_failed' });
    expect(await usedBy(ada)).toBe(0);
  });

  test('that takes too long is a timeout (GAP-SET-6)', async () => {
    endpoint.reply = () => undefined;
    const asked = ask(writer(), ada);
    asked.catch(() => undefined);
    await clock.sleeping();
    clock.advance(60_000);
    await expect(asked).rejects.toMatchObject({ code: 'upstream_timeout' });
    expect(log).toEqual(['ai writer endpoint failed {"fault":"timed_out"}']);
  });

  test.each([
    [429, 'rate_limited'],
    [500, 'upstream_failed'],
    [307, 'upstream_failed'],
    [400, 'upstream_failed'],
    [401, 'upstream_failed'],
    [403, 'upstream_failed'],
    [404, 'upstream_failed'],
  ])('is refused by status %d with a reason for each who asks', async (status, code) => {
    endpoint.reply = (response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: `${apiKey} ${prompt}` } }));
    };
    const problem = (actor: Actor): Promise<Error> =>
      ask(writer(), actor).then(
        () => new Error('It was written.'),
        (error: unknown) => error as Error,
      );
    const [forAda, forRoot] = [await problem(ada), await problem(root)];
    expect([forAda, forRoot]).toMatchObject([
      { code },
      { code, details: { upstream_status: status } },
    ]);
    expect(forAda.message).not.toMatch(/plugins\.|GALLEY_|small/);
    const advice = {
      307: 'base_url',
      400: 'max_tokens_parameter',
      401: 'GALLEY_',
      403: 'GALLEY_',
      404: 'small',
    };
    if (status in advice) expect(forRoot.message).toContain(advice[status as 404]);
    for (const { message, stack } of [forAda, forRoot])
      expect(message + stack).not.toContain('seeded');
    expect(log.join()).toContain(`"status":${status}`);
  });
});

describe('usage', () => {
  test('is no more than their limit lets through, however many ask at once', async () => {
    const limited = writer({ requestsPerMinute: 3 });
    const asked = Array.from({ length: 8 }, () => limited.generate(ada, { prompt }, nobody));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const tokens = writer({ tokensPerDay: 150 });
    endpoint.reply = writing('x', 1);
    const more = Array.from({ length: 8 }, () => tokens.generate(bert, { prompt }, nobody));
    // A running request counts with its maximum: 100 tokens and the prompt.
    const through = (await Promise.allSettled(more)).filter((one) => one.status === 'fulfilled');
    expect(through.length).toBeGreaterThan(0);
    expect(through.length).toBeLessThan(8);
  });

  test('counts in full what they gave up, and what was written until then of a stream', async () => {
    endpoint.reply = () => undefined;
    const leaving = new AbortController();
    const asked = endpoint.asked.length;
    const whole = writer().generate(ada, { prompt }, leaving.signal);
    whole.catch(() => undefined);
    await endpoint.requests(asked + 1);
    leaving.abort();
    await expect(whole).rejects.toMatchObject({ code: 'upstream_failed' });
    const inFull = await usedBy(ada);
    expect(inFull).toBeGreaterThan(100);
    expect(log).toEqual([]);

    endpoint.reply = (response) => {
      response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(contentEvent('12345678'));
    };
    const pieces = writer().stream(bert, { prompt }, nobody);
    await pieces.next();
    await pieces.return(undefined as never);
    expect(await usedBy(bert)).toBe(inFull - 100 + 2);
  });

  test('is what they have used today and in thirty days, and what is left', async () => {
    const limited = writer({ tokensPerDay: 1_000, requestsPerMinute: 5 });
    await limited.generate(ada, { prompt }, nobody);
    clock.advance(86_400_000);
    await limited.generate(ada, { prompt }, nobody);
    expect(await limited.usage('ada')).toEqual({
      requestsInMinute: 1,
      requestsToday: 1,
      tokensToday: 42,
      tokensInMonth: 84,
      requestsPerMinute: 5,
      requestsLeft: 4,
      tokensPerDay: 1_000,
      tokensLeft: 958,
      resetsAt: new Date('2026-03-03T00:00:00Z'),
    });
    expect(await writer().usage('ada')).toMatchObject({
      tokensLeft: undefined,
      requestsLeft: undefined,
    });
    clock.advance(29.5 * 86_400_000);
    expect(await limited.removeOldUsage()).toBe(1);
    expect(await limited.usage('ada')).toMatchObject({ tokensToday: 0, tokensInMonth: 42 });
  });

  test('goes with the person', async () => {
    const carl = { ...ada, username: 'carl' };
    const row = { username: 'carl', name: '', email: '', role: 'author', created_at: new Date() };
    await database.db.insertInto('users').values(row).execute();
    await writer().generate(carl, { prompt }, nobody);
    await database.db.deleteFrom('users').where('username', '=', 'carl').execute();
    expect(await usedBy(carl)).toBe(0);
  });
});

test('it is on by default', async () => {
  const { db } = database;
  expect(await writer().isEnabled()).toBe(true);
  const row = { name: 'aiwriter', enabled: false, changed_by: 'root', changed_at: clock.now() };
  await db.insertInto('plugins').values(row).execute();
  expect(await writer().isEnabled()).toBe(false);
  await db.updateTable('plugins').set({ enabled: true }).execute();
  expect(await writer().isEnabled()).toBe(true);
});
