import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { password, username } from './sessions.ts';
import { okResponse, text } from './shapes.ts';

/** Another user's second factor requires `users.manage`. */
const target = { username: username().optional() };

const recoveryCodes = okResponse
  .extend({ recovery_codes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes', description: 'Ten single-use codes; shown once.' });

export const totp = defineNoun('totp', {
  setup: {
    post: '/totp/setup',
    access: 'session',
    beforeSecondFactor: true,
    recentlyConfirmed: {},
    audited: { action: 'totp.setup', target: 'username' },
    summary:
      'Start the setup of a second factor; an enabled one stays active until the new one is confirmed',
    body: z.strictObject(target),
    bodyOptional: true,
    answer: z
      .object({
        username: z.string(),
        secret: z.string(),
        provisioning_uri: z.string(),
        qr_svg: z.string(),
      })
      .meta({ id: 'TotpSetupResponse' }),
    problems: ['forbidden', 'not_found', 'reauthentication_required'],
    example: { body: {} },
  },

  enable: {
    post: '/totp/enable',
    access: 'session',
    beforeSecondFactor: true,
    recentlyConfirmed: {},
    audited: { action: 'totp.enable', target: 'username' },
    summary: 'Confirm the second factor with a code; ends the user’s other sessions',
    body: z.strictObject({ code: z.string().min(1).max(64), ...target }),
    answer: recoveryCodes,
    problems: [
      'totp_invalid',
      'forbidden',
      'not_found',
      'reauthentication_required',
      'rate_limited',
    ],
    example: { body: { code: 'no digits' }, refused: [401, 'totp_invalid'] },
  },

  disable: {
    post: '/totp/disable',
    access: 'session',
    recentlyConfirmed: {},
    audited: { action: 'totp.disable', target: 'username' },
    summary: 'Turn off the authenticator app; ends the user’s other sessions',
    body: z.strictObject(target),
    bodyOptional: true,
    answer: okResponse,
    problems: ['forbidden', 'not_found', 'reauthentication_required'],
    example: { body: {} },
  },

  recoveryCodes: {
    post: '/totp/recovery-codes',
    access: 'session',
    recentlyConfirmed: {},
    audited: { action: 'totp.recovery_codes' },
    summary: 'Replace the recovery codes with new ones',
    answer: recoveryCodes,
    problems: ['totp_not_enabled', 'reauthentication_required'],
    example: { refused: [409, 'totp_not_enabled'] },
  },
});

const revokedTokens = {
  tokens_revoked: z.int().meta({ description: 'Number of revoked API tokens of the user.' }),
  worker_tokens_revoked: z
    .int()
    .meta({ description: 'Number of revoked agent tokens that the user created.' }),
};

export const ownPassword = defineNoun('password', {
  change: {
    post: '/password/change',
    access: 'session',
    audited: { action: 'password.change' },
    summary: 'Change the caller’s password; ends their other sessions and revokes their tokens',
    body: z.strictObject({
      current_password: z.string().min(1).max(1024),
      new_password: password(),
      revoke_tokens: z.boolean().optional().meta({
        description:
          'Revoke the caller’s API tokens and the agent tokens they created; default true.',
      }),
    }),
    answer: okResponse.extend(revokedTokens).meta({ id: 'PasswordChanged' }),
    problems: ['invalid_credentials', 'invalid_fields', 'rate_limited', 'unavailable'],
    example: {
      body: { current_password: exampleProject.password, new_password: 'short' },
      refused: [422, 'invalid_fields'],
    },
  },

  forgotten: {
    post: '/password/forgotten',
    access: 'public',
    audited: { action: 'password.forgotten' },
    summary:
      'Ask for a link to set a new password by e-mail; the answer is the same for unknown accounts (ADD-MAIL-4)',
    body: z.strictObject({
      user: text().min(1).max(254).meta({ description: 'User name or e-mail address.' }),
    }),
    answer: okResponse,
    problems: ['mail_not_configured', 'csrf_failed', 'rate_limited'],
    example: { body: { user: 'nobody-of-that-name' } },
  },

  reset: {
    post: '/password/reset',
    access: 'public',
    audited: { action: 'password.change' },
    summary:
      'Set a password with the single-use token of a reset link; ends all sessions and revokes all tokens of the user',
    body: z.strictObject({ token: z.string().min(1).max(200), new_password: password() }),
    answer: okResponse
      .extend({ username: z.string(), ...revokedTokens })
      .meta({ id: 'PasswordReset' }),
    problems: [
      'reset_link_invalid',
      'invalid_fields',
      'csrf_failed',
      'rate_limited',
      'unavailable',
    ],
    example: {
      body: { token: 'none', new_password: 'a password of eve' },
      refused: [403, 'reset_link_invalid'],
    },
  },
});
