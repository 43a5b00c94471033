import { defineMessages, withValues } from '../../lib/messages.ts';

export const mailMessages = defineMessages('mail', {
  about: 'Messages that Galley sends: invitations, links to set a password, notices.',
  server: 'Mail server',
  host: 'Server',
  from: 'Sender',
  'security.starttls': 'encrypted (STARTTLS)',
  'security.tls': 'encrypted (TLS)',
  'security.none': 'not encrypted',
  off: 'Sending mail is not set up',
  offText:
    'Set mail.smtp.host and mail.from in galley.yaml and restart Galley. Until then, people get links that you copy.',
  test: 'Send a test message',
  to: 'Recipient',
  send: 'Send',
  tested: withValues<{ address: string }>('The mail server has accepted a message to {address}'),
  messages: 'Messages',
  none: 'Nothing has been sent yet.',
  kind: 'Message',
  state: 'State',
  'status.pending': 'Waiting',
  'status.sent': 'Sent',
  'status.failed': 'Failed',
  attempts: withValues<{ count: number }>(
    '{count, plural, =0 {no attempt} one {# attempt} other {# attempts}}',
  ),
  nextAttempt: withValues<{ when: string }>('next attempt {when}'),
  resend: 'Send again',
  resendOf: withValues<{ kind: string; to: string }>('Send again: {kind}, {to}'),
  resent: 'Galley tries to send the message again',
});

export const mailKindMessages = defineMessages('mailKind', {
  invitation: 'Invitation',
  password_reset: 'New password',
  password_changed: 'Password changed',
  second_factor_enabled: 'Two-factor sign-in on',
  second_factor_disabled: 'Two-factor sign-in off',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  email_changed: 'E-mail address changed',
  token_expiring: 'API token expires',
  service_token_expiring: 'Token of a service account expires',
  test: 'Test',
});
