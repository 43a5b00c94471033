import { z } from 'zod';
import { faultIssue, fieldFault } from '@galley/kernel';
import { defineNoun } from './operation.ts';
import { username } from './sessions.ts';
import { dateTime, okResponse, text } from './shapes.ts';

const noticeKind = z.enum([
  'review_requested',
  'assigned',
  'approved',
  'changes_requested',
  'schedule_missed',
  'published',
  'due_soon',
  'overdue',
  'mentioned',
  'commented',
]);

const notice = z.strictObject({
  kind: noticeKind,
  inbox: z.boolean().meta({ description: 'Shown among the notifications in the admin.' }),
  mail: z.boolean().meta({ description: 'Sent to the confirmed e-mail address.' }),
});

const ownAccount = z
  .object({
    email: z.string(),
    email_verified_at: dateTime
      .nullable()
      .meta({ description: 'When the person last opened a link sent to `email`; null if never.' }),
    pending_email: z
      .object({ email: z.string(), requested_at: dateTime, expires_at: dateTime })
      .nullable()
      .meta({ description: 'Address whose link has not been opened yet.' }),
    mail: z.boolean().meta({ description: 'Whether Galley can send e-mail.' }),
    time_zone: z.string().meta({
      description: 'IANA name; empty for that of the browser, and in messages that of the site.',
    }),
    site_time_zone: z.string(),
    notices: z.array(notice),
    documents: z.int().meta({
      description: 'Documents that the person owns, is assigned or reviews.',
    }),
  })
  .meta({ id: 'OwnAccount' });

const linkToken = () => z.string().min(1).max(1_000);

/** IANA names only: other names that `Intl` accepts, such as offsets, are no zones with rules. */
const timeZone = () =>
  z
    .string()
    .max(64)
    .refine(
      (zone) => zone === '' || zone === 'UTC' || Intl.supportedValuesOf('timeZone').includes(zone),
      faultIssue(fieldFault('not_a_time_zone', { example: ['UTC', 'Europe/Berlin'] })),
    );

export const account = defineNoun('account', {
  get: {
    get: '/account',
    access: 'session',
    summary: 'Settings of the caller’s own account',
    answer: ownAccount,
    problems: [],
    example: {},
  },

  save: {
    post: '/account',
    access: 'session',
    audited: { action: 'account.save' },
    summary: 'Change the caller’s time zone, or how they receive notices; what is absent stays',
    body: z
      .strictObject({
        time_zone: timeZone().optional(),
        notices: z.array(notice).max(20).optional(),
      })
      .refine(
        (body) => Object.keys(body).length > 0,
        faultIssue(fieldFault('at_least_one_required', { keys: ['time_zone', 'notices'] })),
      ),
    answer: ownAccount,
    problems: [],
    example: { body: { time_zone: 'Europe/Berlin' } },
  },

  sendEmailLink: {
    post: '/account/email/send',
    access: 'session',
    audited: { action: 'user.save' },
    summary:
      'Send another link to confirm the caller’s pending or present e-mail address, at most five an hour (ADD-ACC-4)',
    answer: z.object({ sent_to: z.string() }).meta({ id: 'SentEmailLink' }),
    problems: ['mail_not_configured', 'invalid_fields', 'rate_limited'],
    example: { refused: [422, 'invalid_fields'] },
  },

  confirmEmail: {
    post: '/account/email/confirm',
    access: 'session',
    audited: { action: 'account.email_confirm' },
    summary: 'Confirm an e-mail address of the caller with the token of the link sent to it',
    body: z.strictObject({ token: linkToken() }),
    answer: z.object({ email: z.string() }).meta({ id: 'ConfirmedEmail' }),
    problems: ['email_link_invalid'],
    example: { body: { token: 'none' }, refused: [403, 'email_link_invalid'] },
  },

  cancelEmail: {
    post: '/account/email/cancel',
    access: 'session',
    audited: { action: 'account.email_cancel' },
    summary: 'Withdraw the caller’s pending e-mail address, if any',
    answer: ownAccount,
    problems: [],
    example: {},
  },

  keepEmail: {
    post: '/account/email/keep',
    access: 'public',
    audited: { action: 'account.email_stop' },
    summary:
      'Keep the earlier e-mail address, with the token of the link sent to it within seven days; if the new one has been confirmed, all sessions of the person end',
    body: z.strictObject({ token: linkToken() }),
    answer: z
      .object({
        reverted: z.boolean().meta({ description: 'Whether the new address had been confirmed.' }),
      })
      .meta({ id: 'KeptEmail' }),
    problems: ['email_link_invalid', 'csrf_failed', 'rate_limited'],
    example: { body: { token: 'none' }, refused: [403, 'email_link_invalid'] },
  },

  unsubscribe: {
    post: '/account/unsubscribe',
    access: 'public',
    audited: { action: 'account.unsubscribe' },
    summary: 'Turn off e-mail of one kind, with the token of a message',
    body: z.strictObject({ token: linkToken() }),
    answer: z.object({ kind: noticeKind }).meta({ id: 'Unsubscribed' }),
    problems: ['email_link_invalid', 'csrf_failed', 'rate_limited'],
    example: { body: { token: 'none' }, refused: [403, 'email_link_invalid'] },
  },

  export: {
    get: '/account/export',
    access: 'session',
    recentlyConfirmed: {},
    summary: 'The caller’s own data as a ZIP file, without data about other people (ADD-ACC-9)',
    answer: okResponse,
    streams: ['application/zip'],
    problems: ['reauthentication_required'],
    example: {},
  },

  delete: {
    post: '/account/delete',
    access: 'session',
    recentlyConfirmed: {},
    audited: { action: 'account.delete' },
    summary:
      'Delete the caller’s own account; `reassign_to` names the new owner of their documents and is required if they have any (ADD-ACC-10)',
    body: z.strictObject({
      username: username().meta({ description: 'The caller’s own user name, as a confirmation.' }),
      reassign_to: text().min(1).max(200).optional(),
    }),
    answer: okResponse,
    problems: ['invalid_fields', 'last_admin', 'in_use', 'reauthentication_required'],
    example: { body: { username: 'somebody-else' }, refused: [422, 'invalid_fields'] },
  },
});
