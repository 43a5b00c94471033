import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { dateTime, okResponse, text } from './shapes.ts';

const manage = { capability: 'operations.manage' } as const;

const id = () => text().min(1).max(200);

const message = z
  .object({
    id: z.string(),
    kind: z.string().meta({ description: 'Such as `invitation`, `password_reset`, `test`.' }),
    recipient: z.string(),
    username: z.string().nullable().meta({ description: 'Account of the recipient.' }),
    status: z.enum(['pending', 'sent', 'failed']),
    attempts: z.int(),
    created_at: dateTime,
    last_attempt_at: dateTime.nullable(),
    next_attempt_at: dateTime.nullable(),
    error: z.string().nullable().meta({ description: 'Failure of the last attempt.' }),
  })
  .meta({ id: 'MailMessage', description: 'Without its text, which is removed once it is sent.' });

const mailServer = z
  .object({
    host: z.string(),
    port: z.int(),
    security: z.enum(['starttls', 'tls', 'none']),
    from: z.string(),
  })
  .meta({ id: 'MailServer' });

export const mail = defineNoun('mail', {
  list: {
    get: '/mail',
    access: manage,
    summary: 'Mail server and messages, newest first, in pages of 50; kept for 30 days',
    query: z.strictObject({
      before: id().optional().meta({ description: '`next_cursor` of the previous page.' }),
    }),
    answer: z
      .object({
        server: mailServer.nullable().meta({ description: 'Null if sending mail is not set up.' }),
        items: z.array(message),
        has_more: z.boolean(),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'MailResponse' }),
    problems: [],
    example: {},
  },

  test: {
    post: '/mail/test',
    access: manage,
    audited: { action: 'mail.test' },
    summary: 'Send a test message at once',
    body: z.strictObject({ to: text().trim().min(1).max(254) }),
    answer: message,
    problems: ['mail_not_configured', 'invalid_fields'],
    example: { body: { to: 'ada@example.org' } },
  },

  resend: {
    post: '/mail/resend',
    access: manage,
    audited: { action: 'mail.resend', target: 'id' },
    summary: 'Try to send a failed or waiting message again',
    body: z.strictObject({ id: id() }),
    answer: okResponse,
    problems: ['mail_not_configured', 'mail_not_found', 'mail_removed'],
    example: { body: { id: 'no-such-message' }, refused: [404, 'mail_not_found'] },
  },
});
