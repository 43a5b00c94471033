import { describe, expect, test } from 'vitest';
import { answers, clientOf, captureError, OddServer, refuses, type Reply } from './fixtures.ts';
import { createGalley, isProblem, type Galley } from './index.ts';

const ok = answers({ ok: true });
const save = (galley: Galley): Promise<unknown> =>
  galley.documents.save({ path: 'a.md', content: 'Ink' });

function byPath(replies: Record<string, Reply>): Reply {
  return (response, heard) => {
    const reply = replies[heard.url.replace('/__admin/api', '')] ?? ok;
    reply(response, heard);
  };
}

const session = (csrf_token: string): Reply => answers({ username: 'ada', csrf_token });
const guarded =
  (csrfToken: () => string): Reply =>
  (response, heard) => {
    const isRight = heard.headers['x-csrf-token'] === csrfToken();
    (isRight ? ok : refuses(403, 'csrf_failed'))(response, heard);
  };

describe('a token', () => {
  test('is sent with every request, and a CSRF token with none', async () => {
    await using server = await OddServer.start(ok);
    const { galley } = clientOf(server);
    await galley.documents.list();
    await save(galley);
    const headers = server.heard.map((one) => one.headers);
    expect(headers.map(({ authorization }) => authorization)).toEqual(
      Array(2).fill('Bearer galley_x'),
    );
    expect(headers[1]).not.toHaveProperty('x-csrf-token');
  });

  test('is read for each request, so it can change', async () => {
    await using server = await OddServer.start(refuses(401, 'unauthenticated'), ok);
    let token = 'old';
    const { galley } = clientOf(server, {
      token: async () => token,
      onSignedOut: async () => {
        token = 'new';
        return true;
      },
    });
    await galley.documents.list();
    expect(server.heard.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
  });
});

describe('a session', () => {
  const cookies = { token: undefined };

  test('takes its CSRF token from the sign-in, and sends it with every change', async () => {
    await using server = await OddServer.start(byPath({ '/login': session('one') }));
    const { galley } = clientOf(server, cookies);
    await galley.auth.login({ username: 'ada', password: 'secret' });
    await galley.documents.list();
    await save(galley);
    const sent = server.heard.map(({ headers }) => headers['x-csrf-token']);
    expect(sent).toEqual([undefined, undefined, 'one']);
    expect(server.heard[0]!.headers).not.toHaveProperty('authorization');
  });

  test('that exists already is read once for all concurrent calls', async () => {
    await using server = await OddServer.start(byPath({ '/session': session('one') }));
    const { galley } = clientOf(server, cookies);
    await Promise.all([save(galley), save(galley), save(galley)]);
    const [first, ...others] = server.heard;
    expect(first!.url).toBe('/__admin/api/session');
    expect(others.map(({ headers }) => headers['x-csrf-token'])).toEqual(Array(3).fill('one'));
  });

  test('that was replaced elsewhere is read again, and the call is retried', async () => {
    let csrfToken = 'one';
    const current: Reply = (response, heard) => session(csrfToken)(response, heard);
    const replies = byPath({ '/session': current, '/documents/save': guarded(() => csrfToken) });
    await using server = await OddServer.start(replies);
    const { galley } = clientOf(server, cookies);
    await save(galley);
    csrfToken = 'two';
    expect(await save(galley)).toEqual({ ok: true });
  });

  test('is read only once when its CSRF token is refused', async () => {
    const replies = byPath({
      '/session': session('one'),
      '/documents/save': refuses(403, 'csrf_failed'),
    });
    await using server = await OddServer.start(replies);
    const { galley } = clientOf(server, cookies);
    expect(isProblem(await captureError(save(galley)), 'csrf_failed')).toBe(true);
    expect(server.heard).toHaveLength(4);
  });
});

describe('an expired session', () => {
  async function signedOutServer(): Promise<OddServer> {
    let isSignedIn = false;
    const guard: Reply = (response, heard) =>
      (isSignedIn ? ok : refuses(401, 'unauthenticated'))(response, heard);
    return OddServer.start(
      byPath({
        '/login': (response, heard) => {
          isSignedIn = true;
          session('two')(response, heard);
        },
        '/session': guard,
        '/documents': guard,
        '/status': guard,
        '/documents/save': (response, heard) => {
          const isRight = heard.headers['x-csrf-token'] === 'two';
          (isSignedIn && isRight ? ok : refuses(401, 'unauthenticated'))(response, heard);
        },
      }),
    );
  }

  const login = { username: 'ada', password: 'secret' };

  test('signs in once for all calls, which are then retried', async () => {
    await using server = await signedOutServer();
    let asked = 0;
    const { galley } = clientOf(server, {
      token: undefined,
      onSignedOut: async (problem) => {
        expect(isProblem(problem, 'unauthenticated')).toBe(true);
        asked += 1;
        await galley.auth.login(login);
        return true;
      },
    });
    const texts = [save(galley), galley.documents.list(), galley.system.status()];
    expect(await Promise.all(texts)).toEqual(Array(3).fill({ ok: true }));
    expect(asked).toBe(1);
    const sent = server.heard.filter(({ url }) => url.endsWith('/save')).map(({ body }) => body);
    expect(JSON.parse(sent.at(-1)!)).toEqual({ path: 'a.md', content: 'Ink' });
  });

  test('signs in once for calls that were refused before the sign-in finished', async () => {
    await using server = await signedOutServer();
    let asked = 0;
    const held: (() => void)[] = [];
    const { galley } = clientOf(server, {
      token: undefined,
      onSignedOut: async () => {
        asked += 1;
        await galley.auth.login(login);
        held.forEach((release) => release());
        return true;
      },
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (response.status === 401 && response.url.endsWith('/status')) {
          await new Promise<void>((release) => held.push(release));
        }
        return response;
      },
    });
    const slow = galley.system.status();
    while (held.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await galley.documents.list();
    expect(await slow).toEqual({ ok: true });
    expect(asked).toBe(1);
  });

  test.each([
    ['sign-in is not configured', {}, {}],
    ['the user cancels', { onSignedOut: async () => false }, {}],
    ['the call is aborted', { onSignedOut: () => expect.fail('asked') }, { background: true }],
  ])('fails the call when %s', async (_when, options, callOptions) => {
    await using server = await OddServer.start(refuses(401, 'unauthenticated'));
    const { galley } = clientOf(server, options);
    const error = await captureError(galley.documents.list({}, callOptions));
    expect(isProblem(error, 'unauthenticated')).toBe(true);
    expect(server.heard).toHaveLength(1);
  });

  test('asks again for the next call after a canceled sign-in', async () => {
    await using server = await OddServer.start(refuses(401, 'unauthenticated'));
    let asked = 0;
    const onSignedOut = async (): Promise<boolean> => {
      asked += 1;
      return false;
    };
    const { galley } = clientOf(server, { onSignedOut });
    await captureError(galley.documents.list());
    await captureError(galley.documents.list());
    expect(asked).toBe(2);
  });

  test('does not sign in for calls that check the session or sign in themselves', async () => {
    await using server = await OddServer.start(refuses(401, 'unauthenticated'));
    const galley = createGalley({ baseUrl: server.url, onSignedOut: () => expect.fail('asked') });
    expect(isProblem(await captureError(galley.auth.session()), 'unauthenticated')).toBe(true);
    expect(isProblem(await captureError(galley.auth.login(login)), 'unauthenticated')).toBe(true);
  });

  test('signs in once per call, and reports a failed attempt', async () => {
    await using server = await OddServer.start(refuses(401, 'unauthenticated'));
    const { galley } = clientOf(server, { onSignedOut: async () => true });
    expect(isProblem(await captureError(galley.documents.list()), 'unauthenticated')).toBe(true);
    expect(server.heard).toHaveLength(2);
  });
});

test('a call that requires a password confirmation is retried after it', async () => {
  await using server = await OddServer.start(refuses(403, 'reauthentication_required'), ok, ok);
  const { galley } = clientOf(server, {
    onConfirm: async () => (await galley.sessions.confirm({ password: 'secret' })).ok,
  });
  expect(await galley.themes.switch({ name: 'default' })).toEqual({ ok: true });
  expect(server.heard.map(({ url }) => url.split('/').at(-1))).toEqual([
    'switch',
    'confirm',
    'switch',
  ]);
});
