import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectProblem, TestServer, type Client } from '../fixtures.ts';
import { AdminClient } from '../people.fixtures.ts';
import {
  contactPage,
  formSettings,
  goodEntry,
  sendForm,
  startWithForms,
  storedEntries,
} from './fixtures.ts';

const address = '/contact/';
let server: TestServer;
let visitor: Client;

beforeAll(async () => {
  server = await startWithForms();
  visitor = server.visitor();
});

afterAll(() => server[Symbol.asyncDispose]());

beforeEach(async () => {
  await server.database.db.deleteFrom('form_entries').execute();
});

describe('ADD-INT-9: a form on a page', () => {
  test('has a labelled control for each field, and its answers come from no cache', async () => {
    const page = await visitor.get(address);
    expect(page.status).toBe(200);
    const { text } = page;
    expect(text).toContain('method="post" action="/__forms/contact#form-contact"');
    expect(text).toContain('<label for="form-contact-name">Your name</label>');
    expect(text).toMatch(
      /<input type="email"[^>]* required aria-describedby="form-contact-email-help"/,
    );
    expect(text).toMatch(/<textarea rows="6" maxlength="100"/);
    expect(text).toContain('<option>Correction</option>');
    expect(text).toContain('Send letter');
    expect(text).not.toContain('aria-invalid');
    const { headers } = await visitor.get('/__forms/contact');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-robots-tag')).toContain('noindex');
  });

  test('stores an entry, and thanks on the same page after a redirect', async () => {
    const sent = await sendForm(visitor, goodEntry);
    expect([sent.status, sent.headers.get('cache-control')]).toEqual([303, 'no-store']);
    const location = sent.headers.get('location')!;
    expect(location).toBe('/__forms/contact?page=pages%2Fcontact.md#form-contact');
    const page = await visitor.get(location.split('#')[0]!);
    expect(page.text).toContain('Before the form.');
    expect(page.text).toContain('<p class="form-sent" role="status">Thank you.');
    expect(page.text).not.toContain('<form class="form"');
    const [entry] = await storedEntries(server);
    expect(entry).toMatchObject({
      form: 'contact',
      page: '/contact/',
      lang: 'en',
      fields: { ...goodEntry, message: 'First line\nSecond line' },
    });
  });

  test('shows faults beside the fields, and keeps what was typed, escaped', async () => {
    const fields = {
      name: '"><script>',
      email: 'nowhere',
      topic: 'Else',
      pages: 'many',
      day: '2026-02-30',
      site: 'javascript:alert(1)',
      message: 'x'.repeat(101),
    };
    const page = await sendForm(visitor, fields);
    expect(page.status).toBe(422);
    expect(page.text).toContain('Before the form.');
    expect(page.text).toContain('value="&#34;&gt;&lt;script&gt;"');
    expect(page.text).not.toContain('<script>');
    for (const [field, fault] of [
      ['email', 'Please enter an e-mail address'],
      ['topic', 'Please choose one of the options.'],
      ['pages', 'Please enter a number.'],
      ['day', 'Please enter a date.'],
      ['site', 'Please enter a web address'],
      ['message', 'Please write at most 100 characters.'],
      ['agree', 'Please tick this box.'],
    ] as const) {
      expect(page.text).toContain(
        `<p class="form-error" id="form-contact-${field}-error">${fault}`,
      );
      expect(page.text).toMatch(
        new RegExp(`name="${field}"[^>]*aria-describedby="[^"]*form-contact-${field}-error"`),
      );
    }
    expect(page.text.match(/aria-invalid="true"/g)).toHaveLength(7);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(await storedEntries(server)).toEqual([]);
    expect((await visitor.get(address)).text).not.toContain('aria-invalid');
  });

  test('speaks the language of its page', async () => {
    const page = await sendForm(visitor, { _page: 'pages/de/contact.md' });
    expect(page.text).toContain('Bitte füllen Sie dieses Feld aus.');
    expect(page.text).toContain('<html lang="de"');
  });

  test.each([
    ['is not public', 'pages/none.md'],
    ['has no form', 'pages/other.md'],
    ['is no path', '../../etc/passwd'],
  ])('is shown alone when its page %s', async (_name, _page) => {
    const page = await sendForm(visitor, { _page, name: 'Ada' });
    expect(page.status).toBe(422);
    expect(page.text).toContain('<h1>Write to us</h1>');
    expect(page.text).toContain('value="Ada"');
  });

  test('ignores unknown fields, and control characters', async () => {
    const fields = { ...goodEntry, name: 'A\u0000d\u001ba\nB', role: 'admin', __proto__: 'x' };
    expect((await sendForm(visitor, fields)).status).toBe(303);
    expect((await storedEntries(server))[0]!.fields).toEqual({
      ...goodEntry,
      name: 'A d a B',
      message: 'First line\nSecond line',
    });
  });

  test('in a preview fails with its place if it is not defined', async () => {
    const admin = new AdminClient(await server.signedIn());
    const body = { path: 'pages/contact.md', content: '{{form name="letters"}}\n' };
    const answer = await admin.client.post('/__admin/api/documents/preview', body);
    expectProblem(answer, 503, 'unavailable');
    expect(server.log.join('\n')).toContain('There is no form');
    expect(server.log.join('\n')).toContain('The forms of this site are contact.');
  });
});

describe('ADD-INT-10: entries', () => {
  test('of programs that fill in the hidden field are refused, visibly for people', async () => {
    expect((await visitor.get(address)).text).toMatch(
      /<div class="form-field" hidden>\s*<label[^>]*>Leave/,
    );
    const page = await sendForm(visitor, { ...goodEntry, _website: 'https://spam.example' });
    expect(page.status).toBe(422);
    expect(page.text).toMatch(/<div class="form-field">\s*<label[^>]*>Leave this field empty/);
    expect(await storedEntries(server)).toEqual([]);
  });

  test.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['an unknown place', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['an embedded document', { origin: 'null' }],
    ['a neighbour', { origin: 'http://other.localhost:8080', 'sec-fetch-site': 'same-site' }],
  ])('from %s are refused', async (_name, headers) => {
    const page = await sendForm(visitor, goodEntry, { headers });
    expect(page.status).toBe(403);
    expect(page.text).toContain('This form can only be sent from its own page.');
    expect(await storedEntries(server)).toEqual([]);
  });

  test.each([
    ['its page', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['the host asked', { origin: 'SERVER', 'sec-fetch-site': 'same-origin' }],
    ['the host asked, in an old browser', { origin: 'SERVER' }],
    ['the static output', { origin: 'http://localhost:8080', 'sec-fetch-site': 'cross-site' }],
    ['a program', {}],
  ])('from %s are stored', async (_name, given) => {
    const headers = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value.replace('SERVER', server.url)]),
    );
    expect((await sendForm(visitor, goodEntry, { headers })).status).toBe(303);
    expect(await storedEntries(server)).toHaveLength(1);
  });

  test('of other types, methods, forms and sizes are refused with a page', async () => {
    const send = (path: string, init: RequestInit) => visitor.send(`/__forms/${path}`, init);
    expect((await sendForm(visitor, goodEntry, { form: 'constructor' })).status).toBe(404);
    expect((await send('contact', { method: 'PUT' })).status).toBe(405);
    expect((await send('contact/more', { method: 'POST' })).status).toBe(405);
    expect((await send('contact/more', {})).status).toBe(404);
    const json = { 'content-type': 'application/json' };
    expect((await send('contact', { method: 'POST', body: '{}', headers: json })).status).toBe(422);
    const large = await sendForm(visitor, { ...goodEntry, message: 'x'.repeat(300_000) });
    expect(large.status).toBe(413);
    expect(large.text).toContain('This message is too large.');
    const many = Object.fromEntries([...Array(20_000).keys()].map((n) => [`f${n}`, '1']));
    expect((await sendForm(visitor, many)).status).toBe(422);
    expect(await storedEntries(server)).toEqual([]);
  });

  test('are told to webhooks and plugins without their values, and hold no address', async () => {
    await sendForm(visitor, goodEntry);
    const [entry] = await storedEntries(server);
    const events = await server.database.db
      .selectFrom('domain_events')
      .selectAll()
      .where('type', '=', 'form.submitted')
      .orderBy('id', 'desc')
      .execute();
    expect(events[0]).toMatchObject({
      subject: 'contact',
      actor: 'galley',
      data: { form: 'contact', entry: entry!.id, page: '/contact/' },
    });
    expect(JSON.stringify([events, entry])).not.toContain('127.0.0.1');
    expect(JSON.stringify(events)).not.toContain('Ada');
  });

  test('beyond the limit of a form are refused, with what was typed', async () => {
    const row = { form: 'contact', page: '', lang: 'en', fields: '{}', submitted_at: new Date() };
    await server.database.db
      .insertInto('form_entries')
      .values({ ...row, id: 'large', bytes: 64 * 1024 * 1024 })
      .execute();
    const page = await sendForm(visitor, goodEntry);
    expect(page.status).toBe(503);
    expect(page.text).toContain('This form cannot take more messages at the moment.');
    expect(page.text).toContain('First line\nSecond line</textarea>');
    expect(await storedEntries(server)).toHaveLength(1);
  });
});

test('ADD-INT-10: a flood of entries is stopped by the limits of address and site', async () => {
  await using flooded = await TestServer.start({
    config: {
      limits: { form_entries_per_minute: 2, connections_per_address: 0 },
      server: { trusted_proxies: ['loopback'] },
    },
    files: {
      'content/config/site.yaml': `title: Paper\n${formSettings}`,
      'content/pages/contact.md': contactPage,
    },
  });
  const client = flooded.visitor();
  const statuses = new Map<number, number>();
  const send = async (count: number): Promise<void> => {
    // From 100 addresses.
    const headers = { 'x-forwarded-for': `192.0.2.${count % 100}` };
    const { status, headers: answered } = await sendForm(client, goodEntry, { headers });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 429) expect(answered.get('retry-after')).toMatch(/^\d+$/);
  };
  const started = Date.now();
  for (let at = 0; at < 1_000; at += 100)
    await Promise.all(Array.from({ length: 100 }, (_, n) => send(at + n)));
  const minutes = Math.ceil((Date.now() - started) / 60_000) + 1;
  const stored = statuses.get(303)!;
  expect([...statuses.keys()].toSorted()).toEqual([303, 429]);
  expect(stored).toBeGreaterThanOrEqual(60);
  expect(stored).toBeLessThanOrEqual(60 * minutes);
  expect(await storedEntries(flooded)).toHaveLength(stored);
});
