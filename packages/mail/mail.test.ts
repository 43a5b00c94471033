import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '@galley/kernel';
import {
  createTestDatabase,
  ManualClock,
  temporaryDirectory,
  TestMailServer,
  type TestDatabase,
} from '@galley/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewMail } from './mail.ts';
import { MailSender } from './mail-sender.ts';
import { MailTexts } from './mail-texts.ts';
import { Outbox } from './outbox.ts';
import { SmtpTransport, type SmtpOptions } from './smtp-transport.ts';

const sealer = {
  seal: (plain: string, context: string) => `${context}|${plain}`,
  open: (sealed: string, context: string) =>
    sealed.startsWith(`${context}|`) ? sealed.slice(context.length + 1) : undefined,
};
const minute = 60_000;

let database: TestDatabase;
let server: TestMailServer;
let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let clock: ManualClock;
let smtp: Partial<SmtpOptions>;
let site: { title: string; language: string; timeZone: string };
let outbox: Outbox;
let sender: MailSender;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.close());

beforeEach(async () => {
  await database.db.deleteFrom('mails').execute();
  server = await TestMailServer.start();
  folder = await temporaryDirectory();
  clock = new ManualClock(new Date('2026-03-05T09:30:00Z'));
  smtp = {};
  site = { title: 'The Ledger', language: 'en', timeZone: 'Europe/Berlin' };
  const { db } = database;
  const texts = new MailTexts({ directory: folder.path, site: () => site, logger: silentLogger });
  const transport = new SmtpTransport(() => ({
    host: '127.0.0.1',
    port: server.port,
    security: 'none',
    from: { name: site.title, address: 'news@example.org' },
    ...smtp,
  }));
  sender = new MailSender({
    db,
    sealer,
    transport,
    host: () => 'example.org',
    clock,
    logger: silentLogger,
  });
  outbox = new Outbox({ db, texts, sealer, sender, clock });
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const send = () => sender.sendDue(new AbortController().signal);

const reset: NewMail = {
  kind: 'password_reset',
  to: 'ada@example.net',
  username: null,
  language: '',
  values: {
    name: 'Ada',
    username: 'ada',
    link: 'https://news.example.org/__admin/reset#secret',
    expires: new Date('2026-03-06T09:30:00Z'),
  },
  expiresAt: new Date('2026-03-06T09:30:00Z'),
};

async function add(mail: Partial<NewMail> = {}): Promise<string> {
  return (await outbox.add(database.db, { ...reset, ...mail }))!;
}

const newest = async () => (await outbox.list(undefined)).items[0]!;

describe('a message', () => {
  test('ADD-MAIL-1: is sent once, as text and HTML, and its text is removed', async () => {
    const id = await add();
    const [stored] = await database.db.selectFrom('mails').select('sealed_content').execute();
    expect(stored!.sealed_content).toContain('secret');
    await send();
    await send();
    expect(server.mails).toHaveLength(1);
    const { from, to, headers, text, html } = server.mails[0]!;
    expect({ from, to }).toEqual({ from: 'news@example.org', to: ['ada@example.net'] });
    expect(headers).toMatchObject({
      subject: 'Choose a new password for The Ledger',
      from: 'The Ledger <news@example.org>',
      'message-id': `<${id}@example.org>`,
      'auto-submitted': 'auto-generated',
    });
    expect(text).toContain('Choose a new password: https://news.example.org/__admin/reset#secret');
    expect(text).toContain('until March 6, 2026 at 10:30 AM (Europe/Berlin)');
    expect(html).toContain(
      '<a href="https://news.example.org/__admin/reset#secret">Choose a new password</a>',
    );
    expect(await newest()).toMatchObject({ status: 'sent', attempts: 1, error: null });
    const [kept] = await database.db.selectFrom('mails').select('sealed_content').execute();
    expect(kept!.sealed_content).toBeNull();
    await expect(outbox.resend(id)).rejects.toMatchObject({ code: 'mail_removed' });
  });

  test('a name is neither markup nor a further header or recipient', async () => {
    const name = '[click](https://evil.example) <img src=x> {{ link }}\r\nBcc: eve@evil.example';
    site.title = 'A\r\nBcc: eve@evil.example';
    await add({ values: { ...reset.values, name } });
    await send();
    const { to, headers, html } = server.mails[0]!;
    expect(to).toEqual(['ada@example.net']);
    expect(headers).not.toHaveProperty('bcc');
    expect(html).not.toContain('<img');
    expect(html).not.toContain('href="https://evil.example"');
    expect(html).toContain('{{ link }}');
  });

  test('an address with a comma is refused as a whole', async () => {
    await add({ to: 'ada@example.net,eve@evil.example' });
    await send();
    expect(server.mails.flatMap(({ to }) => to)).not.toContain('eve@evil.example');
  });

  test.each([
    ['de', 'Neues Passwort für The Ledger wählen', '6. März 2026 um 10:30 (Europe/Berlin)'],
    ['es-MX', 'Elija una contraseña nueva para The Ledger', 'Hola, Ada:'],
    ['pt', 'Choose a new password for The Ledger', 'Hello Ada,'],
  ])('is written in the language %s', async (language, subject, words) => {
    await add({ language });
    await send();
    const { headers, text } = server.mails[0]!;
    expect(decodeWords(headers['subject']!)).toBe(subject);
    expect(text).toContain(words);
  });

  test('people without a language get that of the site', async () => {
    site.language = 'de';
    await add();
    await send();
    expect(server.mails[0]!.text).toContain('Guten Tag Ada,');
  });
});

function decodeWords(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_match, how: string, word: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : Buffer.from(
            word
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/g, (_code, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString('utf8'),
    );
}

describe('files of the site', () => {
  test('ADD-MAIL-2: replace text and layout, and a broken one is not used', async () => {
    await mkdir(folder.path, { recursive: true });
    await writeFile(
      join(folder.path, 'password_reset.en.md'),
      'Hello from {{ site }}\n\nDear {{ name }}, [go on]({{ link }}).\n',
    );
    await writeFile(join(folder.path, 'layout.html'), '<b>{{ site }}</b>{{ content }}');
    await add();
    await send();
    expect(server.mails[0]!.headers['subject']).toBe('Hello from The Ledger');
    expect(server.mails[0]!.html).toMatch(/^<b>The Ledger<\/b><p>Dear Ada, <a href=/);

    await writeFile(join(folder.path, 'password_reset.en.md'), 'Hi\n\n{{ password }}\n');
    await add();
    await send();
    expect(server.mails[1]!.headers['subject']).toBe('Choose a new password for The Ledger');
  });
});

describe('a failed attempt', () => {
  test('ADD-MAIL-1: is repeated later with the same id, and the reason is shown', async () => {
    const id = await add();
    server.refusals.push({ code: 451, text: 'Try again later' });
    await send();
    expect(await newest()).toMatchObject({
      status: 'pending',
      attempts: 1,
      error: expect.stringContaining('451 Try again later') as string,
      dueAt: new Date(clock.now().getTime() + minute),
    });
    await send();
    expect(server.mails).toEqual([]);
    clock.advance(minute);
    await send();
    expect(server.mails[0]!.headers['message-id']).toBe(`<${id}@example.org>`);
    expect(await newest()).toMatchObject({ status: 'sent', attempts: 2, error: null });
  });

  test('is final when the server refuses the recipient for good, and can be repeated by hand', async () => {
    const id = await add();
    server.refusals.push({ code: 550, text: 'No such user' });
    await send();
    expect(await newest()).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('550 No such user') as string,
    });
    await outbox.resend(id);
    await send();
    expect(server.mails).toHaveLength(1);
  });

  test('ends after two days', async () => {
    await add({ expiresAt: undefined as never });
    for (let attempt = 0; attempt < 12; attempt += 1) {
      server.refusals.push({ code: 451, text: 'Later' });
      await send();
      clock.advance(24 * 60 * minute);
    }
    expect(await newest()).toMatchObject({ status: 'failed', attempts: 10 });
  });

  test('ends when the link in the message has expired', async () => {
    await add();
    clock.advance(24 * 60 * minute);
    await send();
    expect(server.mails).toEqual([]);
    expect(await newest()).toMatchObject({
      status: 'failed',
      error: 'The link in the message has expired.',
    });
  });

  test('names a wrong password, a server without encryption and one that is away', async () => {
    smtp = { username: 'news', password: 'wrong' };
    expect(await outbox.test('ada@example.net')).toMatchObject({
      status: 'pending',
      error: `127.0.0.1:${server.port} refused the user name or password of mail.smtp.`,
    });
    smtp = { security: 'starttls' };
    expect((await outbox.test('ada@example.net')).error).toContain('mail.smtp.security: starttls');
    expect(server.mails).toEqual([]);
    smtp = { port: 1 };
    expect((await outbox.test('ada@example.net')).error).toMatch(
      /^127\.0\.0\.1:1 is unreachable|No connection to 127\.0\.0\.1:1/,
    );
    smtp = { username: 'news', password: 'right' };
    expect(await outbox.test('ada@example.net')).toMatchObject({ status: 'sent', error: null });
    expect(server.logins).toContainEqual({ username: 'news', password: 'right' });
  });
});

test('ADD-MAIL-1: of two processes, one sends; a message of a killed process is sent after its lease', async () => {
  for (let count = 0; count < 12; count += 1) await add();
  await Promise.all([send(), send(), send()]);
  expect(server.mails).toHaveLength(12);
  await add();
  const { db } = database;
  const now = clock.now();
  await db
    .updateTable('mails')
    .set({ attempts: 1, due_at: new Date(now.getTime() + 3 * minute) })
    .where('status', '=', 'pending')
    .execute();
  await send();
  expect(server.mails).toHaveLength(12);
  clock.advance(3 * minute);
  await send();
  expect(server.mails).toHaveLength(13);
});

test('without a mail server nothing is written, and tests are refused', async () => {
  const { db } = database;
  const texts = new MailTexts({ directory: folder.path, site: () => site, logger: silentLogger });
  const off = new Outbox({ db, texts, sealer, sender: undefined, clock });
  expect(await off.add(db, reset)).toBeUndefined();
  await expect(off.test('ada@example.net')).rejects.toMatchObject({ code: 'mail_not_configured' });
  expect((await off.list(undefined)).items).toEqual([]);
});

test('messages are listed for 30 days', async () => {
  await add();
  clock.advance(31 * 24 * 60 * minute);
  expect(await outbox.removeOld()).toBe(1);
});
