import { expect, test } from 'vitest';
import { TestMailServer } from '@galley/testing';
import { galley, openTestDatabase, Site } from './fixtures.ts';

test('ADD-MAIL-6: galley mail test sends a message, or says why the server refuses it', async () => {
  await using database = await openTestDatabase();
  await using inbox = await TestMailServer.start();
  const smtp = `{ host: 127.0.0.1, port: ${inbox.port}, security: none, username: news }`;
  await using site = await Site.create({
    'galley.yaml': `mail: { smtp: ${smtp}, from: news@example.org }\n`,
    'content/config/site.yaml': 'title: The Ledger\n',
  });
  const send = (address: string, password: string) =>
    galley(['mail', 'test', address, '--json', '--project', site.directory], {
      variables: { DATABASE_URL: database.url, GALLEY_MAIL__SMTP__PASSWORD: password },
    });
  const sent = await send('ada@example.net', 'right');
  expect([sent.ending, sent.stderr]).toEqual([0, '']);
  expect(JSON.parse(sent.stdout)).toMatchObject({
    recipient: 'ada@example.net',
    status: 'sent',
    error: null,
  });
  expect(inbox.mails[0]!.headers['subject']).toBe('Test message from The Ledger');
  const refused = await send('ada@example.net', 'wrong');
  expect([refused.ending, refused.stderr.trim()]).toEqual([
    1,
    `galley: 127.0.0.1:${inbox.port} refused the user name or password of mail.smtp.`,
  ]);
  expect(JSON.parse(refused.stdout)).toMatchObject({ status: 'pending' });
  const invalid = await send('ada', 'right');
  expect(invalid.ending).toBe(1);
  expect(invalid.stderr).toContain('must be an e-mail address');
  expect(inbox.mails).toHaveLength(1);
});
