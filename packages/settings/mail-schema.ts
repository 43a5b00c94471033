import { z } from 'zod';
import { fieldFault } from '@galley/kernel';
import { accessToken, choice, host, integer, words } from './config-values.ts';
import { copyShape, optionalSetting, section, setting, value } from './shape.ts';

const emailAddress = () =>
  value(z.string().regex(/^[^\s@<>,;"\p{Cc}]{1,64}@[^\s@<>,;"\p{Cc}]{1,189}$/u), {
    expected: fieldFault('not_an_email', { example: 'news@example.org' }),
  });

const fields = section({
  smtp: section({
    host: optionalSetting(
      host(),
      'Mail server through which Galley sends. No mail is sent unless `host` and `mail.from` are set.',
    ),
    port: setting(integer(1, 65_535), {
      default: 587,
      description: 'Port of the mail server; with `security: tls`, usually 465.',
    }),
    security: setting(choice('starttls', 'tls', 'none'), {
      default: 'starttls',
      description:
        'Encryption: `starttls` requires it after connecting, `tls` from the start. `none` sends in plain text, for a mail server on the same machine.',
    }),
    username: optionalSetting(words(), 'User name at the mail server. Without one, none is sent.'),
    password: optionalSetting(
      accessToken(),
      'Password at the mail server. Set it by environment: `GALLEY_MAIL__SMTP__PASSWORD`, or `GALLEY_MAIL__SMTP__PASSWORD_FILE` with the name of a file.',
    ),
  }),
  from: optionalSetting(
    emailAddress(),
    'Address of the sender. Its name is the title of the site.',
  ),
  reply_to: optionalSetting(emailAddress(), 'Address for replies. Defaults to `from`.'),
});

/** Undefined without mail server or sender. */
export const mailSection = copyShape(
  fields.transform(({ smtp: { host: server, ...smtp }, from, replyTo }) =>
    server === undefined || from === undefined
      ? undefined
      : { ...smtp, host: server, from, replyTo },
  ),
  fields,
);
