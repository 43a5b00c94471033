import { join } from 'node:path';
import { AccountLinks, EmailChanges, type Sealer } from '@galley/auth';
import { EventConsumer } from '@galley/database';
import { MailSender, MailTexts, Outbox, SmtpTransport } from '@galley/mail';
import type { SiteSettings } from '@galley/settings';
import { siteTemplatesFolder } from '@galley/site';
import type { Environment } from '../environment.ts';
import { adminAddress } from '../people/admin-address.ts';
import { AccountMails } from './account-mails.ts';

export function composeMail(
  {
    config,
    projectDirectory,
    db,
    clock,
    logger,
  }: Pick<Environment, 'config' | 'projectDirectory' | 'db' | 'clock' | 'logger'>,
  { sealer, settings }: { readonly sealer: Sealer; readonly settings: () => SiteSettings },
) {
  const { mail } = config;
  const texts = new MailTexts({
    directory: join(projectDirectory, siteTemplatesFolder, 'mail'),
    site: settings,
    logger,
  });
  const transport =
    mail &&
    new SmtpTransport(() => {
      const from = { name: settings().title, address: mail.from };
      return { ...mail, from };
    });
  const host = (): string => mail!.from.split('@')[1]!;
  const sender = transport && new MailSender({ db, sealer, transport, host, clock, logger });
  const outbox = new Outbox({ db, texts, sealer, sender, clock });
  const links = new AccountLinks({ db, clock });
  const emailChanges = new EmailChanges({ db, clock });
  const accountMails = new AccountMails({
    outbox,
    links,
    emailChanges,
    db,
    clock,
    adminAddress: () => adminAddress(settings().url, config),
  });
  const consumer = new EventConsumer({
    name: 'account-mails',
    startsAt: 'end',
    handle: (transaction, events) => accountMails.handle(transaction, events),
    db,
    clock,
    logger,
  });
  return {
    outbox,
    links,
    emailChanges,
    adminAddress: () => adminAddress(settings().url, config),
    /** Null if sending mail is not set up. */
    server: mail
      ? { host: mail.host, port: mail.port, security: mail.security, from: mail.from }
      : null,
    eventConsumers: [consumer.loop],
    jobs: sender ? [sender.loop] : [],
    cleanupTasks: {
      'old mail': () => outbox.removeOld(),
      'old changes of e-mail addresses': () => emailChanges.removeOld(),
    },
  };
}

export type Mail = ReturnType<typeof composeMail>;
