import { TestMailServer } from '@galley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { expectProblem, password, TestServer, type Client } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';

const api = '/__admin/api';

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

beforeEach(async () => {
  await server.database.db.deleteFrom('mails').execute();
  inbox.mails.length = 0;
});

let count = 0;

async function newPerson({ email = '', withPassword = true } = {}) {
  const username = `person${(count += 1)}`;
  const given = withPassword ? { password } : {};
  const fields = { username, name: 'Bo Berg', email, role: 'author', ...given };
  await ada.postJson('/users/save', fields);
  return username;
}

async function mailsTo(address: string, wanted = 1) {
  const found = () => inbox.mails.filter(({ to }) => to.includes(address));
  await vi.waitUntil(() => found().length >= wanted, { timeout: 30_000, interval: 20 });
  return found();
}

/** Waits until the events so far have become messages: a later one has arrived. */
async function everythingSent(): Promise<void> {
  const email = `marker${(count += 1)}@example.org`;
  await ada.postJson('/users/send-link', { username: await newPerson({ email }) });
  await mailsTo(email);
}

const linkOf = (text: string): URL => new URL(/https:\/\/\S+/.exec(text)![0]);

function choosePassword(link: URL, wanted: string) {
  const body = { token: link.hash.slice(1), new_password: wanted };
  return server.visitor().post(`${api}/password/reset`, body);
}

const forgotten = (user: string, client: Client = server.visitor()) =>
  client.post(`${api}/password/forgotten`, { user });

describe('an invitation', () => {
  test('ADD-MAIL-3: is sent to a new account, and sets its first password once', async () => {
    const email = 'bo@example.net';
    const username = await newPerson({ email, withPassword: false });
    const answer = await ada.postJson<object>('/users/send-link', { username });
    expect(answer).toEqual({ username, sent_to: email });
    const [mail] = await mailsTo(email);
    expect(mail!.headers['subject']).toBe('ada invites you to The Ledger');
    expect(mail!.text).toContain(`Your user name is ${username}.`);
    const link = linkOf(mail!.text);
    expect(link.origin + link.pathname).toBe('https://news.example.org/__admin/reset');
    expect((await choosePassword(link, 'nine grey herons')).status).toBe(200);
    expectProblem(await choosePassword(link, 'ten grey herons'), 403, 'reset_link_invalid');
    await server.visitor().signIn({ username, password: 'nine grey herons' });
    await everythingSent();
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('needs an address, an account and authority over it', async () => {
    const username = await newPerson();
    const answer = await ada.attempt('/users/send-link', { username });
    expectProblem(answer, 422, 'invalid_fields');
    expect(answer.json<{ errors: unknown }>().errors).toMatchObject([
      { path: 'username', code: 'no_email' },
    ]);
    const nobody = await ada.attempt('/users/send-link', { username: 'nobody' });
    expectProblem(nobody, 404, 'not_found');
    const grants = ['users.manage'];
    const mona = new AdminClient(
      await server.signedInAs({ username: 'mona', role: 'people', grants }),
    );
    expectProblem(await mona.attempt('/users/send-link', { username: 'ada' }), 403, 'forbidden');
  });

  test('ends when the account is disabled', async () => {
    const email = 'cy@example.net';
    const username = await newPerson({ email, withPassword: false });
    await ada.postJson('/users/send-link', { username });
    const [mail] = await mailsTo(email);
    const fields = { username, name: 'Cy', email, role: 'author', enabled: false };
    await ada.postJson('/users/save', fields);
    const answer = await choosePassword(linkOf(mail!.text), 'nine grey herons');
    expectProblem(answer, 403, 'reset_link_invalid');
  });
});

describe('a forgotten password', () => {
  test('ADD-MAIL-4: can be replaced by name or address, which must exist', async () => {
    const email = 'Dee@example.net';
    const username = await newPerson({ email });
    for (const user of [` ${username.toUpperCase()} `, 'dee@example.NET'])
      expect((await forgotten(user)).json()).toEqual({ ok: true });
    for (const user of ['nobody', 'nobody@example.net', 'not a name: a password'])
      expect((await forgotten(user)).json()).toEqual({ ok: true });
    const [first, second] = await mailsTo(email, 2);
    expect(first!.headers['subject']).toBe('Choose a new password for The Ledger');
    expect((await choosePassword(linkOf(second!.text), 'nine grey herons')).status).toBe(200);
    const late = await choosePassword(linkOf(first!.text), 'ten grey herons');
    expectProblem(late, 403, 'reset_link_invalid');
    await everythingSent();
    const { db } = server.database;
    const events = await db
      .selectFrom('domain_events')
      .select('subject')
      .where('type', '=', 'user.password_forgotten')
      .execute();
    expect(events.map(({ subject }) => subject)).not.toContain('not a name: a password');
  });

  test('ADD-MAIL-4: a flood of requests sends three links, and ends no invitation', async () => {
    const email = 'eli@example.net';
    const username = await newPerson({ email, withPassword: false });
    await ada.postJson('/users/send-link', { username });
    const [invitation] = await mailsTo(email);
    for (let request = 0; request < 5; request += 1) await forgotten(email);
    await mailsTo(email, 3);
    await everythingSent();
    expect(await mailsTo(email)).toHaveLength(3);
    expect((await choosePassword(linkOf(invitation!.text), 'nine grey herons')).status).toBe(200);
  });

  test('disabled accounts get no link', async () => {
    const email = 'fay@example.net';
    const username = await newPerson({ email });
    const fields = { username, name: 'Fay', email, role: 'author', enabled: false };
    await ada.postJson('/users/save', fields);
    await forgotten(username);
    await everythingSent();
    expect(inbox.mails.filter(({ to }) => to.includes(email))).toEqual([]);
  });
});

describe('ADD-MAIL-5: people are told', () => {
  test('in their language, of a new password, of a second factor, and that it is off', async () => {
    const email = 'gil@example.net';
    const username = await newPerson({ email });
    const gil = new AdminClient(server.visitor());
    await gil.client.signIn({ username, password });
    await gil.postJson('/users/own/language', { language: 'de' });
    await gil.client.enableFactor();
    await ada.postJson('/totp/disable', { username });
    await ada.postJson('/users/save', {
      username,
      name: 'Gil',
      email,
      role: 'author',
      password: 'nine grey herons',
    });
    const mails = await mailsTo(email, 3);
    // They are sent side by side.
    expect(mails.map(({ text }) => text.split('\n')[2]).toSorted()).toEqual([
      expect.stringContaining('das Passwort Ihres Kontos') as string,
      expect.stringContaining('die Zwei-Faktor-Anmeldung ausgeschaltet') as string,
      expect.stringContaining('die Zwei-Faktor-Anmeldung eingerichtet') as string,
    ]);
    const link = 'https://news.example.org/__admin/forgotten';
    expect(mails.filter(({ text }) => text.includes(link))).toHaveLength(2);
  });

  test('of a new address at the earlier one', async () => {
    const username = await newPerson({ email: 'hal@example.net' });
    const fields = { username, name: 'Hal', email: 'thief@example.net', role: 'author' };
    await ada.postJson('/users/save', fields);
    const [mail] = await mailsTo('hal@example.net');
    expect(mail!.headers['subject']).toContain('e-mail address');
    await everythingSent();
    expect(inbox.mails.filter(({ to }) => to.includes('thief@example.net'))).toEqual([]);
  });
});

describe('ADD-MAIL-6: the list of messages', () => {
  interface Listed {
    readonly server: object | null;
    readonly items: readonly { readonly id: string; readonly [field: string]: unknown }[];
  }

  test('shows the server and each state, and repeats a refused message', async () => {
    inbox.refusals.push({ to: 'ivy@example.net', code: 550, text: 'No such user' });
    const test = await ada.postJson<{ id: string }>('/mail/test', { to: 'ivy@example.net' });
    expect(test).toMatchObject({
      kind: 'test',
      status: 'failed',
      attempts: 1,
      error: expect.stringContaining('No such user') as string,
    });
    await ada.postJson('/mail/resend', { id: test.id });
    await mailsTo('ivy@example.net');
    const sent = await vi.waitUntil(
      async () => {
        const list = await ada.getJson<Listed>('/mail');
        return list.items[0]!['status'] === 'sent' ? list : undefined;
      },
      { timeout: 30_000, interval: 20 },
    );
    expect(sent.server).toEqual({
      host: '127.0.0.1',
      port: inbox.port,
      security: 'none',
      from: 'news@example.org',
    });
    expect(JSON.stringify(sent)).not.toContain('can send e-mail');
    expectProblem(await ada.attempt('/mail/resend', { id: test.id }), 409, 'mail_removed');
    expectProblem(await ada.attempt('/mail/resend', { id: 'none' }), 404, 'mail_not_found');
    const bad = await ada.attempt('/mail/test', { to: 'ivy' });
    expectProblem(bad, 422, 'invalid_fields');
  });

  test('without a mail server, everything but mail works', async () => {
    await using plain = await TestServer.start();
    const admin = new AdminClient(await plain.signedIn());
    expect(await admin.getJson<Listed>('/mail')).toMatchObject({ server: null, items: [] });
    expectProblem(await admin.attempt('/mail/test', { to: 'a@b.de' }), 409, 'mail_not_configured');
    const options = await plain.visitor().get(`${api}/sign-in`);
    expect(options.json()).toMatchObject({ password_reset: false });
    const answer = await plain.visitor().post(`${api}/password/forgotten`, { user: 'ada' });
    expectProblem(answer, 409, 'mail_not_configured');
  });
});
