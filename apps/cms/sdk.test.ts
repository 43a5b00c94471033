import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleProject, operations, type Operation } from '@galley/contract';
import { createGalley, GalleyProblem, isProblem, type Galley } from '@galley/sdk';
import type { Client, TestServer } from './fixtures.ts';
import { author, examples, password, refused } from './operation-examples.ts';
import {
  addToken,
  beginSession,
  TestAdministrator,
  startExampleServer,
} from './operations/fixtures.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startExampleServer();
});

afterAll(() => server[Symbol.asyncDispose]());

function clientOf(client: Client): Galley {
  return createGalley({
    baseUrl: server.url,
    retries: 0,
    fetch: (input, init = {}) => {
      const path = input.slice(server.url.length);
      return client.fetch(path, init);
    },
  });
}

/**
 * The first administrator exists here, the token of a recipe is not in its file, no repository has the content tree, and
 * there is no sign-in provider.
 */
const refusedHere = [
  'auth.setup',
  'auth.begin_at_provider',
  'sessions.confirm_at_provider',
  'identities.link',
  'recipes.trigger',
  'documents.proposed_preview',
];

type AnyMethod = (input: object, options?: object) => Promise<unknown>;

function methodOf(galley: Galley, { id }: Operation): AnyMethod {
  const [noun, method] = id
    .split('.')
    .map((part) => part.replace(/_(\w)/g, (_found, letter: string) => letter.toUpperCase()));
  return (galley as unknown as Record<string, Record<string, AnyMethod>>)[noun!]![method!]!;
}

describe.each(operations.map((operation) => ({ id: operation.id, operation })))(
  '$id',
  ({ id, operation }) => {
    test('has a method that returns the response of the contract', async () => {
      const newcomer = await TestAdministrator.to(server);
      const { params, query, body, file } = await newcomer.wanted(operation);
      const example = examples[id]!;
      const parts = [params ?? example.params, query ?? example.query, body, file && { file }];
      const input = Object.assign({}, ...parts) as object;
      const answer = methodOf(clientOf(newcomer.client), operation)(input);
      if (refusedHere.includes(id)) {
        const [status, code] = refused[id]!;
        await expect(answer).rejects.toMatchObject({ status, code });
        return;
      }
      if (operation.streams) {
        const { type, stream } = (await answer) as { type: string; stream: ReadableStream };
        const { streams } = operation;
        expect(streams).toContain(streams.includes('*/*') ? '*/*' : type);
        await stream.cancel();
        return;
      }
      const value = await answer;
      expect(operation.answer.parse(value)).toEqual(value);
    });
  },
);

describe('with a personal token', () => {
  let galley: Galley;
  let token: string;

  beforeAll(async () => {
    const { headers } = await addToken(server, author, { scopes: ['*'] });
    token = headers.authorization.replace('Bearer ', '');
    galley = createGalley({ baseUrl: server.url, token });
  });

  test('all operations work except those about sessions', async () => {
    const { capabilities } = await galley.system.capabilities();
    expect(capabilities).toEqual(['*']);
    const denied = galley.sessions.list();
    await expect(denied).rejects.toSatisfy((error) => isProblem(error, 'forbidden'));
  });

  test('all documents are iterated page by page', async () => {
    const paths = new Set<string>();
    for await (const { path } of galley.documents.list.all({ limit: 1 })) paths.add(path);
    const { total } = await galley.documents.list({ limit: 1 });
    expect(paths.size).toBe(total);
    expect(total).toBeGreaterThan(1);
  });

  test.each(['audit.list', 'media.list', 'platform.collections'] as const)(
    'the pages of %s are contiguous',
    async (id) => {
      const lists = {
        'audit.list': galley.audit.list.all({ limit: 1, to: new Date().toISOString() }),
        'media.list': galley.media.list.all({ limit: 1 }),
        'platform.collections': galley.platform.collections.all({ page_size: 1 }),
      };
      const found = new Set<string>();
      let count = 0;
      for await (const item of lists[id]) {
        count += 1;
        found.add(JSON.stringify(item));
        if (count === 5) break;
      }
      expect(count).toBeGreaterThan(0);
      expect(found.size).toBe(count);
    },
  );

  test('a text of the AI writer is streamed', async () => {
    const pieces: string[] = [];
    let whole = '';
    for await (const piece of galley.aiwriter.generate.stream({ prompt: 'What colour is ink?' })) {
      if ('text' in piece) pieces.push(piece.text);
      else whole = piece.content;
    }
    expect(pieces.join('')).toBe(whole);
    expect(whole).not.toBe('');
  });

  test('the events of a run are followed as they happen', async () => {
    const { workspace: id, run } = exampleProject;
    const add = (type: string): Promise<unknown> => {
      const row = { run_id: run, type, payload: '{}', at: new Date() };
      return server.database.db.insertInto('run_events').values(row).execute();
    };
    await add('example.first');
    const types: string[] = [];
    for await (const { type } of galley.runs.events.stream({ id, run })) {
      types.push(type);
      if (type === 'example.first') await add('example.second');
      if (type === 'example.second') break;
    }
    expect(types.slice(-2)).toEqual(['example.first', 'example.second']);
  });

  test('an operation of a later version reports that this server lacks it', async () => {
    const older = createGalley({
      baseUrl: server.url,
      token,
      fetch: (input, init) => fetch(input.replace('/trash', '/later'), init),
    });
    await expect(older.documents.trash()).rejects.toMatchObject({
      name: 'GalleyUnknownOperation',
      code: 'not_found',
    });
  });

  test('the server is compatible with the client of the same version (CMS-VER-2)', async () => {
    const { server: version, message } = await galley.checkVersion();
    expect((await galley.system.health()).version).toBe(version);
    expect(message).toContain(version);
  });
});

test('an expired session while writing loses no text', async () => {
  const client = await beginSession(server, author);
  let asked = 0;
  const galley = createGalley({
    baseUrl: server.url,
    fetch: (input, init = {}) => client.fetch(input.slice(server.url.length), init),
    onSignedOut: async (problem) => {
      expect(problem).toBeInstanceOf(GalleyProblem);
      asked += 1;
      await galley.auth.login({ username: author, password });
      return true;
    },
  });
  const { body } = examples['documents.create']!;
  const created = await galley.documents.create({
    ...(body as { type: string; lang: string; title: string; content: string }),
    slug: 'written-in-two-sessions',
  });
  await server.database.db.deleteFrom('sessions').where('username', '=', author).execute();
  const { path } = created;
  const saved = await galley.documents.save({ path, content: 'A long text, about ink.\n' });
  expect(saved.raw_body).toContain('A long text, about ink.');
  expect(asked).toBe(1);
});
