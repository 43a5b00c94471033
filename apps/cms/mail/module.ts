import { authProblems, isEmailAddress } from '@galley/auth';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { fieldError } from '@galley/kernel';
import type { SentMail } from '@galley/mail';
import type { Mail } from './compose.ts';

export function mailModule({
  outbox,
  server,
}: Pick<Mail, 'outbox' | 'server'>): Module<typeof contract.mail> {
  return {
    list: async ({ query: { before } }) => {
      const { items, hasMore } = await outbox.list(before);
      const next_cursor = hasMore ? items.at(-1)!.id : null;
      return { server, items: items.map(presentMail), has_more: hasMore, next_cursor };
    },

    test: async ({ body: { to }, note }) => {
      if (!isEmailAddress(to))
        throw authProblems.invalid_fields.at([
          fieldError('to', 'not_an_email', { example: 'name@example.org' }),
        ]);
      const sent = await outbox.test(to);
      note({ target: sent.id, details: { to, status: sent.status } });
      return presentMail(sent);
    },

    resend: async ({ body: { id } }) => {
      await outbox.resend(id);
      return { ok: true };
    },
  };
}

function presentMail(mail: SentMail) {
  return {
    id: mail.id,
    kind: mail.kind,
    recipient: mail.recipient,
    username: mail.username,
    status: mail.status,
    attempts: mail.attempts,
    created_at: mail.createdAt.toISOString(),
    last_attempt_at: mail.lastAttemptAt?.toISOString() ?? null,
    next_attempt_at: mail.dueAt?.toISOString() ?? null,
    error: mail.error,
  };
}
