export { type MailKind, type NewMail, type SentMail } from './mail.ts';
export { MailSender } from './mail-sender.ts';
export { MailTexts } from './mail-texts.ts';
export { Outbox } from './outbox.ts';
export { mailProblems } from './problems.ts';
export { SmtpTransport } from './smtp-transport.ts';
