import { TokenWarnings } from '@galley/auth';
import { systemClock } from '@galley/kernel';
import { TestMailServer } from '@galley/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { password, TestServer } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';

const day = 86_400_000;

interface Notified {
  readonly type: string;
  readonly path: string;
  readonly title: string;
  readonly actor: string;
  readonly actor_name: string | null;
  readonly note: string;
  readonly document_status: string | null;
}

let inbox: TestMailServer;
let server: TestServer;
let ada: AdminClient;

beforeAll(async () => {
  inbox = await TestMailServer.start();
  server = await TestServer.start({
    files: {
      'galley.yaml': `mail: { smtp: { host: 127.0.0.1, port: ${inbox.port}, security: none }, from: news@example.org }\n`,
      'content/config/site.yaml': 'title: The Ledger\nurl: https://news.example.org\n',
    },
  });
  ada = new AdminClient(await server.signedIn());
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await inbox[Symbol.asyncDispose]();
});

async function person(username: string, role = 'author'): Promise<AdminClient> {
  const email = `${username}@example.net`;
  await ada.postJson('/users/save', { username, name: '', email, role, password });
  const client = server.visitor();
  await client.signIn({ username, password });
  return new AdminClient(client);
}

function warn(daysLater = 0): Promise<number> {
  const clock = { ...systemClock, now: () => new Date(Date.now() + daysLater * day) };
  return new TokenWarnings({ db: server.database.db, clock }).run();
}

async function subjectsTo(username: string, wanted: number): Promise<unknown[]> {
  const found = () => inbox.mails.filter(({ to }) => to.includes(`${username}@example.net`));
  await vi.waitUntil(() => found().length >= wanted, { timeout: 30_000, interval: 20 });
  return found().map(({ headers }) => headers['subject']);
}

async function noticesOf(client: AdminClient, wanted: number): Promise<readonly Notified[]> {
  return vi.waitUntil(
    async () => {
      const { items } = await client.getJson<{ items: Notified[] }>('/notifications');
      const found = items.filter(({ type }) => type === 'token_expiring');
      return found.length >= wanted && found;
    },
    { timeout: 30_000, interval: 50 },
  );
}

describe('ADD-SVC-9: before a token ends', () => {
  test('its owner is told once two weeks and once two days before, and again after a rotation', async () => {
    const amy = await person('amy');
    const body = { name: 'Importer', scopes: ['*'], expires_in_days: 30 };
    const { id } = await amy.postJson<{ id: string }>('/tokens/create', body);
    await amy.postJson('/tokens/create', { ...body, name: 'Short', expires_in_days: 1 });
    expect(await warn(10)).toBe(0);
    expect(await warn(17)).toBe(1);
    expect(await warn(17)).toBe(0);
    expect(await warn(28.5)).toBe(1);
    expect(await warn(29)).toBe(0);
    const subjects = await subjectsTo('amy', 2);
    expect(subjects).toEqual(Array(2).fill('Your API token Importer ends soon'));
    const [mail] = inbox.mails.filter(({ to }) => to.includes('amy@example.net'));
    expect(mail!.text).toContain('https://news.example.org/__admin/account');
    const notices = await noticesOf(amy, 2);
    expect(notices[0]).toMatchObject({
      path: null,
      title: 'Importer',
      actor: 'amy',
      document_status: null,
      note: expect.stringMatching(/^20\d\d-/) as string,
    });
    await amy.postJson('/tokens/rotate', { id, overlap_hours: 0 });
    expect(await warn(17)).toBe(1);
    await amy.postJson('/tokens/revoke', { id });
    expect(await warn(29)).toBe(0);
  });

  test('the person or role that is responsible for a service account is told, else the administrators', async () => {
    const bob = await person('bob');
    const eve = await person('eve', 'editor');
    const accounts = [
      { username: 'first', responsible: 'bob' },
      { username: 'second', responsible_role: 'editor' },
      { username: 'third' },
    ];
    for (const account of accounts) {
      const made = { description: '', role: 'author', name: account.username, ...account };
      const { username } = await ada.postJson<{ username: string }>('/service-accounts/save', made);
      const token = { name: 'Sync', scopes: ['*'], expires_in_days: 20, service: username };
      await ada.postJson('/tokens/create', token);
    }
    expect(await warn(7)).toBe(3);
    expect(await subjectsTo('bob', 1)).toEqual(['The API token Sync of first ends soon']);
    expect(await subjectsTo('eve', 1)).toEqual(['The API token Sync of second ends soon']);
    expect(await noticesOf(bob, 1)).toMatchObject([
      { actor: 'service:first', actor_name: 'first', title: 'Sync' },
    ]);
    expect(await noticesOf(eve, 1)).toMatchObject([{ actor: 'service:second' }]);
    expect(await noticesOf(ada, 1)).toMatchObject([{ actor: 'service:third' }]);
  });

  test('concurrent servers warn once', async () => {
    const cyd = await person('cyd');
    for (const name of ['a', 'b', 'c'])
      await cyd.postJson('/tokens/create', { name, scopes: ['*'], expires_in_days: 20 });
    const counts = await Promise.all([warn(7), warn(7), warn(7)]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(3);
  });
});
