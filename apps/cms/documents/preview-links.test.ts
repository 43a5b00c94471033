import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Answer, type Client } from '../fixtures.ts';
import { EditorClient, dumpDatabase, expectRecorded, AdminClient } from '../people.fixtures.ts';

interface MadeLink {
  readonly id: string;
  readonly url: string;
  readonly expires_at: string;
}

interface ListedLink {
  readonly id: string;
  readonly [field: string]: unknown;
}

const site = 'https://paper.example';

let server: TestServer;
let ada: Client;
let edith: Client;
let wim: Client;

beforeAll(async () => {
  server = await TestServer.start({
    files: {
      'content/config/site.yaml': `url: ${site}\nlanguages: { es: {} }\n`,
      'content/posts/open.md': '---\ntitle: Open\nauthor: edith\n---\nPublic.\n',
      'content/media/press.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    },
  });
  ada = await server.signedIn();
  edith = await server.signedInAs({ username: 'edith', role: 'editor' });
  wim = await server.signedInAs({ username: 'wim', role: 'author' });
});

afterAll(() => server[Symbol.asyncDispose]());

let drafts = 0;

async function newDraft(of = wim, content = 'Black.\n'): Promise<string> {
  drafts += 1;
  return (await new EditorClient(of).created({ title: `Draft ${drafts}`, content })).path;
}

function make(client: Client, body: object): Promise<MadeLink> {
  return new AdminClient(client).postJson<MadeLink>('/documents/preview-link', body);
}

function addressOf({ url }: MadeLink): string {
  expect(url).toMatch(/^https:\/\/paper\.example\/__preview\/[\w.-]+$/);
  return url.slice(site.length);
}

function open(address: string, method = 'GET'): Promise<Answer> {
  return server.visitor().send(address, { method });
}

function linksOf(client: Client, path: string): Promise<ListedLink[]> {
  return new AdminClient(client).getJson<ListedLink[]>('/documents/preview-links', { path });
}

function end(client: Client, id: string): Promise<Answer> {
  return new AdminClient(client).attempt('/documents/preview-link/revoke', { id });
}

describe('a preview link (GAP-DOC-15)', () => {
  test('shows the current document to people without an account', async () => {
    const path = await newDraft();
    const link = await make(wim, { path });
    const first = await open(addressOf(link));
    expect([first.status, first.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(first.text).toContain('<p>Black.</p>');
    expect(first.text).toContain('Preview, not published');
    expect(first.text).toContain('<meta name="robots" content="noindex">');
    expect(first.headers.getSetCookie()).toEqual([]);
    await new EditorClient(wim).saved({ path, content: 'Blacker.\n' });
    expect((await open(addressOf(link))).text).toContain('<p>Blacker.</p>');
    const { url } = (await new EditorClient(wim).detail(path)) as unknown as { url: string };
    expect((await open(url)).status).toBe(404);
  });

  test('with a hash shows that revision', async () => {
    const path = await newDraft();
    const [{ hash }] = (await new EditorClient(wim).history(path)) as unknown as [{ hash: string }];
    const link = await make(wim, { path, hash });
    await new EditorClient(wim).saved({ path, content: 'Blacker.\n' });
    expect((await open(addressOf(link))).text).toContain('<p>Black.</p>');
    const unknown = { path, hash: '0'.repeat(64) };
    const answer = await new AdminClient(wim).attempt('/documents/preview-link', unknown);
    expectProblem(answer, 404, 'not_found');
  });

  test('does not leak its address, and is not cached', async () => {
    const address = addressOf(await make(wim, { path: await newDraft() }));
    const [{ headers }, page] = [await open(address), await open('/posts/open/')];
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const policy = 'content-security-policy';
    expect(headers.get(policy)).toBe(page.headers.get(policy));
    expect(headers.get(policy)).toContain("script-src 'none'");
  });

  test('uses the theme and media of the site, and links to public pages', async () => {
    const path = await newDraft(wim, '[open](open.md) ![press](/media/press.svg)\n');
    const { text } = await open(addressOf(await make(wim, { path })));
    expect(text).toContain('href="/posts/open/"');
    for (const [, address] of text.matchAll(/(?:href|src)="(\/(?:media|assets)[^"]*)"/g))
      expect((await open(address!)).status).toBe(200);
    expect(text).toContain('src="/media/press.svg"');
    expect(text).toMatch(/\/assets\/theme\.[0-9a-f]{16}\.css/);
  });

  test('allows only GET and HEAD, with the same length', async () => {
    const address = addressOf(await make(wim, { path: await newDraft() }));
    const [page, head] = [await open(address), await open(address, 'HEAD')];
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(page.text)));
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const { status, headers } = await open(address, method);
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(headers.get('cache-control')).toBe('private, no-store');
    }
  });

  test('is valid for three days by default, from 1 to 720 hours', async () => {
    const path = await newDraft();
    const hours = async (body: object): Promise<number> => {
      const { expires_at } = await make(wim, { path, ...body });
      return Math.round((new Date(expires_at).getTime() - Date.now()) / 3_600_000);
    };
    expect(await hours({})).toBe(72);
    expect(await hours({ expires_in_hours: 1 })).toBe(1);
    expect(await hours({ expires_in_hours: 720 })).toBe(720);
    for (const expires_in_hours of [0, 721, 1.5, -1]) {
      const body = { path, expires_in_hours };
      const answer = await new AdminClient(wim).attempt('/documents/preview-link', body);
      expectProblem(answer, 400, 'invalid_request');
    }
  });

  test('works at every server of the project', async () => {
    const link = await make(wim, { path: await newDraft() });
    await using other = await TestServer.beside(server);
    const answer = await other.visitor().get(addressOf(link));
    expect([answer.status, answer.text.includes('Black.')]).toEqual([200, true]);
  });
});

describe('an invalid preview link', () => {
  async function refusal(address: string): Promise<unknown> {
    const { status, headers, text } = await open(address);
    const passing = ['date', 'x-request-id', 'ratelimit-remaining', 'ratelimit-reset'];
    const lasting = [...headers].filter(([name]) => !passing.includes(name));
    return { status, text, headers: lasting };
  }

  const unknown = () => refusal('/__preview/unknown');

  test('shows a page with the next step', async () => {
    const { status, headers, text } = await open('/__preview/unknown');
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain(
      'This preview link is invalid or has expired. Ask the sender for a new one.',
    );
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    for (const other of ['/__preview', '/__preview/', '/__preview/a/b', '/__preview/%00'])
      expect(await refusal(other)).toEqual(await unknown());
  });

  type Ending = (link: MadeLink, path: string) => Promise<unknown>;

  const endings: Record<string, Ending> = {
    'was revoked': ({ id }) => end(wim, id),
    'has expired': ({ id }) =>
      server.database.db
        .updateTable('preview_links')
        .set({ expires_at: new Date() })
        .where('id', '=', id)
        .execute(),
    'is not there': ({ id }) =>
      server.database.db.deleteFrom('preview_links').where('id', '=', id).execute(),
    'is of a document in the trash': (_link, path) =>
      new AdminClient(wim).postJson('/documents/delete', { path }),
    'is of a document that its maker may no longer read': (_link, path) =>
      new AdminClient(edith).postJson('/documents/editorial', {
        source_path: path,
        action: 'assign',
        owner: 'edith',
      }),
  };

  test.each(Object.entries(endings))(
    'that %s is indistinguishable from others',
    async (_why, ending) => {
      const path = await newDraft();
      const link = await make(wim, { path });
      expect((await open(addressOf(link))).status).toBe(200);
      await ending(link, path);
      expect(await refusal(addressOf(link))).toEqual(await unknown());
    },
  );

  test.each<[string, (username: string) => Promise<unknown>]>([
    ['is disabled', (username) => server.disableUser(username)],
    [
      'is deleted',
      (username) =>
        new AdminClient(ada).postJson('/users/delete', { username, reassign_to: 'edith' }),
    ],
    [
      'has a role that reads nothing',
      async (username) => {
        await server.addUser({ username: 'idle', role: 'idle', grants: [] });
        const role = { role: 'idle' };
        const { db } = server.database;
        await db.updateTable('users').set(role).where('username', '=', username).execute();
      },
    ],
  ])('whose creator %s is indistinguishable from others', async (why, ending) => {
    const username = why.replaceAll(' ', '-');
    const maker = await server.signedInAs({ username, role: 'author' });
    const link = await make(maker, { path: await newDraft(maker) });
    expect((await open(addressOf(link))).status).toBe(200);
    await ending(username);
    expect(await refusal(addressOf(link))).toEqual(await unknown());
  });

  test('that was tampered with is indistinguishable from others', async () => {
    const address = addressOf(await make(wim, { path: await newDraft() }));
    const [id, expiry, signature] = address.split('.') as [string, string, string];
    const later = (parseInt(expiry, 36) + 3_600_000).toString(36);
    for (const forged of [
      `${id}.${later}.${signature}`,
      `${id}.${expiry}.${'A'.repeat(43)}`,
      `${id}.${expiry}`,
      `${address}/`,
      `${address}x`,
    ]) {
      expect(await refusal(forged)).toEqual(await unknown());
    }
    expect((await open(address)).status).toBe(200);
  });
});

describe('permissions for preview links', () => {
  test('require reading the document, and changing it to revoke links of others (GAP-ED-8)', async () => {
    const rita = await server.signedInAs({ username: 'rita', role: 'reviewer' });
    const path = await newDraft(edith);
    const asked = await new AdminClient(wim).attempt('/documents/preview-link', { path });
    expectProblem(asked, 404, 'not_found');
    const { id } = await make(rita, { path });
    const unseen = await new AdminClient(wim).ask('/documents/preview-links', { path });
    expectProblem(unseen, 404, 'not_found');
    expectProblem(await end(wim, id), 404, 'not_found');
    const other = await make(edith, { path });
    expectProblem(await end(rita, other.id), 403, 'forbidden');
    expect((await end(edith, id)).json()).toEqual({ ok: true });
    expect((await end(rita, id)).json()).toEqual({ ok: true });
    expectProblem(await end(edith, 'none'), 404, 'not_found');
  });

  test('list links without their secret', async () => {
    const path = await newDraft();
    const link = await make(wim, { path });
    await open(addressOf(link));
    await end(wim, link.id);
    const time = expect.stringMatching(/^20\d\d-.*Z$/) as string;
    const [listed, ...others] = await linksOf(edith, path);
    expect(others).toEqual([]);
    expect(listed).toEqual({
      id: link.id,
      path,
      hash: null,
      created_by: 'wim',
      created_at: time,
      expires_at: link.expires_at,
      last_opened_at: time,
      opened: 1,
      revoked_at: time,
      guest_comments: false,
    });
  });

  test('record creation and revocation with the document (GAP-SET-8)', async () => {
    const path = await newDraft();
    let made: MadeLink | undefined;
    const log = new AdminClient(ada);
    await expectRecorded(log, 'success', {
      action: 'document.preview_link',
      actor: 'wim',
      target: path,
      act: async () => {
        const answer = await new AdminClient(wim).attempt('/documents/preview-link', { path });
        made = answer.json<MadeLink>();
        return answer;
      },
    });
    await expectRecorded(log, 'success', {
      action: 'document.preview_link.revoke',
      actor: 'wim',
      target: made!.id,
      details: { path },
      act: () => end(wim, made!.id),
    });
  });
});

test('the secret of a link is neither stored nor logged', async () => {
  const path = await newDraft();
  const address = addressOf(await make(wim, { path }));
  const token = address.split('/').at(-1)!;
  const signature = token.split('.').at(-1)!;
  await open(address);
  await open(address, 'POST');
  await open(`/__PREVIEW/${token}`);
  await open(`/%5f_preview/${token}`);
  await open(`//__preview/${token}`);
  await open(`/posts/?from=/__preview/${token}`);
  expect(server.log.filter((line) => line.includes('/__preview/[redacted]'))).not.toEqual([]);
  expect(server.log.join('\n')).not.toContain(signature);
  expect(await dumpDatabase(server)).not.toContain(signature);
});

test('preview links have the public rate limit (GAP-SES-7)', async () => {
  await using busy = await TestServer.start({
    config: { limits: { public_requests_per_minute: 2 } },
  });
  const visitor = busy.visitor();
  for (const remaining of ['1', '0']) {
    const { status, headers } = await visitor.get('/__preview/unknown');
    expect([status, headers.get('ratelimit-remaining')]).toEqual([404, remaining]);
  }
  expectProblem(await visitor.get('/__preview/unknown'), 429, 'rate_limited');
});

test('the admin path cannot collide with preview links', async () => {
  const config = { admin: { path: '__preview' } };
  await expect(TestServer.start({ config })).rejects.toThrow('__preview');
});
