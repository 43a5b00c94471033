import { TestMailServer, type ReceivedMail } from '@galley/testing';
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

beforeEach(() => {
  inbox.mails.length = 0;
});

let count = 0;

async function newPerson({ email = '', role = 'author' } = {}): Promise<AdminClient> {
  const username = `own${(count += 1)}`;
  await ada.postJson('/users/save', { username, name: 'Bo Berg', email, role, password });
  const client = server.visitor();
  await client.signIn({ username, password });
  return new AdminClient(client);
}

const nameOf = async (person: AdminClient): Promise<string> =>
  (await person.getJson<{ username: string }>('/session')).username;

async function mailsTo(address: string, wanted = 1): Promise<ReceivedMail[]> {
  const found = () => inbox.mails.filter(({ to }) => to.includes(address));
  await vi.waitUntil(() => found().length >= wanted, { timeout: 30_000, interval: 20 });
  return found();
}

/** Waits until the events so far have become messages: a later one has arrived. */
async function everythingSent(): Promise<void> {
  const email = `mark${(count += 1)}@example.org`;
  const username = `mark${count}`;
  await ada.postJson('/users/save', { username, name: '', email, role: 'author' });
  await ada.postJson('/users/send-link', { username });
  await mailsTo(email);
}

const linkOf = (mail: ReceivedMail): URL => new URL(/https:\/\/[^\s)]+/.exec(mail.text)![0]);
const tokenOf = (mail: ReceivedMail): string => linkOf(mail).hash.slice(1);

interface Own {
  readonly email: string;
  readonly email_verified_at: string | null;
  readonly pending_email: { readonly email: string } | null;
  readonly time_zone: string;
  readonly notices: readonly { readonly kind: string; readonly mail: boolean }[];
}

const ownOf = (person: AdminClient): Promise<Own> => person.getJson<Own>('/account');

const keep = (token: string, client: Client = server.visitor()) =>
  client.post(`${api}/account/email/keep`, { token });

/** Asks for another address, and returns both messages. */
async function changeTo(person: AdminClient, email: string, previous: string) {
  await person.postJson('/users/own', { name: 'Bo', email });
  const [confirm] = await mailsTo(email);
  const [notice] = await mailsTo(previous);
  return { confirm: confirm!, notice: notice! };
}

describe('ADD-ACC-4: a new e-mail address', () => {
  test('is pending until its link is opened by the same person, once', async () => {
    const bo = await newPerson({ email: 'bo@example.net' });
    const { confirm, notice } = await changeTo(bo, 'bo@example.org', 'bo@example.net');
    expect(await ownOf(bo)).toMatchObject({
      email: 'bo@example.net',
      email_verified_at: null,
      pending_email: { email: 'bo@example.org' },
    });
    expect(notice.text).toContain('bo@example.org');
    expect(linkOf(confirm).pathname).toBe('/__admin/confirm-email');
    const token = tokenOf(confirm);
    expectProblem(
      await ada.attempt('/account/email/confirm', { token }),
      403,
      'email_link_invalid',
    );
    expect(await bo.postJson('/account/email/confirm', { token })).toEqual({
      email: 'bo@example.org',
    });
    expect(await ownOf(bo)).toMatchObject({
      email: 'bo@example.org',
      email_verified_at: expect.stringMatching(/^\d{4}-/) as string,
      pending_email: null,
    });
    expectProblem(await bo.attempt('/account/email/confirm', { token }), 403, 'email_link_invalid');
  });

  test('is undone at the earlier address even after it was confirmed, which ends all sessions', async () => {
    const cy = await newPerson({ email: 'cy@example.net' });
    const username = await nameOf(cy);
    const { confirm, notice } = await changeTo(cy, 'thief@example.org', 'cy@example.net');
    await cy.postJson('/account/email/confirm', { token: tokenOf(confirm) });
    // Another change by the intruder does not end the link.
    await cy.postJson('/users/own', { name: 'Cy', email: 'thief2@example.org' });
    const [second] = await mailsTo('thief2@example.org');
    const answer = await keep(tokenOf(notice));
    expect(answer.json()).toEqual({ reverted: true });
    expectProblem(
      await cy.attempt('/account/email/confirm', { token: tokenOf(second!) }),
      401,
      'unauthenticated',
    );
    expectProblem(await keep(tokenOf(notice)), 403, 'email_link_invalid');
    const client = server.visitor();
    await client.signIn({ username, password });
    const back = new AdminClient(client);
    expect(await ownOf(back)).toMatchObject({ email: 'cy@example.net', pending_email: null });
    expectProblem(
      await back.attempt('/account/email/confirm', { token: tokenOf(second!) }),
      403,
      'email_link_invalid',
    );
  });

  test('can be stopped while it is pending, by the earlier address or by the person', async () => {
    const di = await newPerson({ email: 'di@example.net' });
    const { confirm, notice } = await changeTo(di, 'di@example.org', 'di@example.net');
    expect((await keep(tokenOf(notice))).json()).toEqual({ reverted: false });
    const body = { token: tokenOf(confirm) };
    expectProblem(await di.attempt('/account/email/confirm', body), 403, 'email_link_invalid');
    await di.postJson('/users/own', { name: 'Di', email: 'other@example.org' });
    const [other] = await mailsTo('other@example.org');
    expect(await di.postJson('/account/email/cancel', {})).toMatchObject({ pending_email: null });
    const late = await di.attempt('/account/email/confirm', { token: tokenOf(other!) });
    expectProblem(late, 403, 'email_link_invalid');
  });

  test('does not reveal who has it, is limited to five links an hour, and cannot be removed', async () => {
    const ed = await newPerson({ email: 'ed@example.net' });
    await newPerson({ email: 'taken@example.net' });
    const taken = await ed.attempt('/users/own', { name: 'Ed', email: 'taken@example.net' });
    const free = await ed.attempt('/users/own', { name: 'Ed', email: 'free@example.net' });
    expect(taken.json()).toEqual(free.json());
    for (let request = 0; request < 3; request += 1) await ed.postJson('/account/email/send', {});
    expectProblem(await ed.attempt('/account/email/send', {}), 429, 'rate_limited');
    const more = await ed.attempt('/users/own', { name: 'Edda', email: 'more@example.net' });
    expectProblem(more, 429, 'rate_limited');
    const none = await ed.attempt('/users/own', { name: 'Ed', email: '' });
    expectProblem(none, 422, 'invalid_fields');
    expect(await nameOf(ed)).not.toBe('Edda');
  });

  test('set by a person who manages users is unconfirmed, and ends the links of earlier addresses', async () => {
    const flo = await newPerson({ email: 'flo@example.net' });
    const username = await nameOf(flo);
    const { confirm, notice } = await changeTo(flo, 'flo@example.org', 'flo@example.net');
    await flo.postJson('/account/email/confirm', { token: tokenOf(confirm) });
    const fields = { username, name: 'Flo', email: 'desk@example.org', role: 'author' };
    await ada.postJson('/users/save', fields);
    expect(await ownOf(flo)).toMatchObject({ email: 'desk@example.org', email_verified_at: null });
    expectProblem(await keep(tokenOf(notice)), 403, 'email_link_invalid');
  });

  test('is confirmed by the link of an invitation', async () => {
    const username = `own${(count += 1)}`;
    const email = 'gus@example.net';
    await ada.postJson('/users/save', { username, name: 'Gus', email, role: 'author' });
    await ada.postJson('/users/send-link', { username });
    const [mail] = await mailsTo(email);
    const body = { token: tokenOf(mail!), new_password: 'nine grey herons' };
    await server.visitor().post(`${api}/password/reset`, body);
    const client = server.visitor();
    await client.signIn({ username, password: 'nine grey herons' });
    const { email_verified_at: at } = await ownOf(new AdminClient(client));
    expect(at).not.toBeNull();
  });

  test('applies at once where Galley sends no mail', async () => {
    await using plain = await TestServer.start();
    const admin = new AdminClient(await plain.signedIn());
    await admin.postJson('/users/own', { name: 'Ada', email: 'ada@example.net' });
    expect(await ownOf(admin)).toMatchObject({ email: 'ada@example.net', pending_email: null });
    expectProblem(await admin.attempt('/account/email/send', {}), 409, 'mail_not_configured');
  });
});

describe('ADD-ACC-5: a sign-in in a new browser', () => {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  async function signIn(username: string, cookies = '', secret = password) {
    const answer = await fetch(`${server.url}${api}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent, cookie: cookies },
      body: JSON.stringify({ username, password: secret }),
    });
    expect(answer.status).toBe(200);
    return answer.headers.getSetCookie().find((one) => one.startsWith('device-'))!;
  }

  const valueOf = (cookie: string): string => cookie.split(';', 1)[0]!;

  test('is told by mail and in the admin, except the first of an account and in known browsers', async () => {
    const email = 'hal@example.net';
    const username = `own${(count += 1)}`;
    await ada.postJson('/users/save', { username, name: 'Hal', email, role: 'author', password });
    const first = await signIn(username);
    expect(first).toMatch(/; HttpOnly; SameSite=Lax$/);
    const known = await signIn(username, valueOf(first));
    await everythingSent();
    expect(inbox.mails.filter(({ to }) => to.includes(email))).toEqual([]);
    await signIn(username);
    const [mail] = await mailsTo(email);
    expect(mail!.headers['subject']).toBe('New sign-in to The Ledger');
    expect(mail!.text).toContain('Device: Firefox, Linux');
    expect(mail!.text).toContain('Network: 127.0.0.0/24');
    const client = server.visitor();
    await client.signIn({ username, password });
    const list = await new AdminClient(client).getJson<{ items: object[] }>('/notifications');
    expect(list.items).toContainEqual(
      expect.objectContaining({
        type: 'new_device',
        path: null,
        note: 'Firefox, Linux · 127.0.0.0/24',
      }),
    );
    // A used cookie was replaced, and the cookie of another person is none of this one's.
    inbox.mails.length = 0;
    const other = `own${(count += 1)}`;
    await ada.postJson('/users/save', {
      username: other,
      name: '',
      email: '',
      role: 'author',
      password,
    });
    const theirs = valueOf(await signIn(other)).split('=')[1]!;
    const own = valueOf(known).split('=')[0]!;
    await signIn(username, `${own}=${theirs}`);
    await mailsTo(email);
  });

  test('is each one after a new password', async () => {
    const email = 'ida@example.net';
    const username = `own${(count += 1)}`;
    const fields = { username, name: 'Ida', email, role: 'author' };
    await ada.postJson('/users/save', { ...fields, password });
    const device = await signIn(username);
    await ada.postJson('/users/save', { ...fields, password: 'nine grey herons' });
    await signIn(username, valueOf(device), 'nine grey herons');
    const subjects = (await mailsTo(email, 2)).map(({ headers }) => headers['subject']);
    expect(subjects).toContain('New sign-in to The Ledger');
  });
});

describe('ADD-ACC-6: a time zone', () => {
  test('is an IANA name, and shown with the session', async () => {
    const jo = await newPerson();
    await jo.postJson('/account', { time_zone: 'America/Lima' });
    expect(await jo.getJson('/session')).toMatchObject({ time_zone: 'America/Lima' });
    for (const time_zone of ['+02:00', 'Mars/Olympus', '../etc'])
      expectProblem(await jo.attempt('/account', { time_zone }), 400, 'invalid_request');
    await jo.postJson('/account', { time_zone: '' });
    expect((await ownOf(jo)).time_zone).toBe('');
  });
});

describe('ADD-ACC-7, ADD-MAIL-7: notices about documents', () => {
  interface Document {
    readonly path: string;
  }

  async function newDocument(): Promise<string> {
    const title = `Ink ${(count += 1)}`;
    const body = { type: 'post', lang: 'en', title, slug: `ink-${count}`, content: 'A\n' };
    return (await ada.postJson<Document>('/documents/create', body)).path;
  }

  async function assign(source_path: string, assignee: string): Promise<void> {
    await ada.postJson('/documents/editorial', { action: 'assign', source_path, assignee });
  }

  async function verified(email: string): Promise<AdminClient> {
    const person = await newPerson({ email });
    await person.postJson('/account/email/send', {});
    const [mail] = await mailsTo(email);
    await person.postJson('/account/email/confirm', { token: tokenOf(mail!) });
    inbox.mails.length = 0;
    return person;
  }

  test('are mailed once to a confirmed address, as chosen, and not to others', async () => {
    const kim = await verified('kim@example.net');
    const username = await nameOf(kim);
    const lee = await newPerson({ email: 'lee@example.net' });
    const path = await newDocument();
    await assign(path, await nameOf(lee));
    await assign(path, username);
    const [mail] = await mailsTo('kim@example.net');
    expect(mail!.headers['subject']).toMatch(/^Assigned to you: Ink/);
    expect(mail!.text).toContain(`https://news.example.org/__admin/edit/${path}`);
    await everythingSent();
    expect(inbox.mails.filter(({ to }) => to.includes('kim@example.net'))).toHaveLength(1);
    expect(inbox.mails.filter(({ to }) => to.includes('lee@example.net'))).toEqual([]);

    const notices = [{ kind: 'assigned', inbox: false, mail: false }];
    await kim.postJson('/account', { notices });
    inbox.mails.length = 0;
    await assign(await newDocument(), username);
    await everythingSent();
    expect(inbox.mails.filter(({ to }) => to.includes('kim@example.net'))).toEqual([]);
    const { items } = await kim.getJson<{ items: object[] }>('/notifications');
    expect(items).toHaveLength(1);
  });

  test('ADD-MAIL-8: can be ended by the header of the message, without a session', async () => {
    const max = await verified('max@example.net');
    await assign(await newDocument(), await nameOf(max));
    const [mail] = await mailsTo('max@example.net');
    expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const address = new URL(/<([^>]+)>/.exec(mail!.headers['list-unsubscribe']!)![1]!);
    const at = `${server.url}${address.pathname}${address.search}`;
    const isOn = async () =>
      (await ownOf(max)).notices.find(({ kind }) => kind === 'assigned')!.mail;
    // Programs open addresses to examine them.
    await fetch(at);
    expect(await isOn()).toBe(true);
    const post = (to: string) =>
      fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      });
    expect((await post(`${at}x`)).status).toBe(403);
    expect(await isOn()).toBe(true);
    expect((await post(at)).status).toBe(200);
    expect(await isOn()).toBe(false);
  });
});

describe('ADD-ACC-8: sessions', () => {
  test('show device and network, and all of them can be ended', async () => {
    const nan = await newPerson();
    const username = await nameOf(nan);
    await server.visitor().signIn({ username, password });
    const sessions = await nan.getJson<{ current: boolean; network: string }[]>('/sessions');
    expect(sessions.map(({ current }) => current).toSorted()).toEqual([false, true]);
    expect(sessions[0]).toMatchObject({ network: '127.0.0.0/24', browser: null });
    expect(await nan.postJson('/sessions/revoke', { username })).toEqual({ revoked: 2 });
    expectProblem(await nan.client.get(`${api}/account`), 401, 'unauthenticated');
  });
});

describe('ADD-ACC-10: deleting one’s own account', () => {
  test('needs the user name, hands over documents, and keeps the history', async () => {
    const pat = await newPerson({ role: 'editor' });
    const username = await nameOf(pat);
    const body = { type: 'post', lang: 'en', title: 'Pat', slug: `pat-${count}`, content: 'A\n' };
    const { path } = await pat.postJson<{ path: string }>('/documents/create', body);
    const wrong = await pat.attempt('/account/delete', { username: 'ada' });
    expectProblem(wrong, 422, 'invalid_fields');
    expectProblem(await pat.attempt('/account/delete', { username }), 409, 'in_use');
    const unknown = { username, reassign_to: 'nobody' };
    expectProblem(await pat.attempt('/account/delete', unknown), 422, 'invalid_fields');
    const answer = await pat.attempt('/account/delete', { username, reassign_to: 'ada' });
    expect(answer.json()).toEqual({ ok: true });
    expectProblem(await pat.client.get(`${api}/account`), 401, 'unauthenticated');
    const query = new URLSearchParams({ path }).toString();
    const history = await ada.getJson<{ author: string }[]>(`/documents/history?${query}`);
    expect(history.map(({ author }) => author)).toContain(username);
    const [entry] = await ada.getJson<object[]>(`/audit?action=account.delete&limit=1`);
    expect(entry).toMatchObject({ actor: username, target: username, outcome: 'success' });
  });

  test('is refused for the last administrator, who stays signed in', async () => {
    const reassign_to = await nameOf(await newPerson());
    const answer = await ada.attempt('/account/delete', { username: 'ada', reassign_to });
    expectProblem(answer, 409, 'last_admin');
    expect(await nameOf(ada)).toBe('ada');
  });
});
