import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { passkeyAssertion } from './passkey-assertion.ts';
import { dateTime, okResponse, text } from './shapes.ts';
import { providerAddress, providerChoice, signInOptions } from './sign-in.ts';

export const password = () => z.string().max(1024);
export const username = () => text().min(1).max(200);

export const pictureAddress = z.string().nullable().meta({
  description:
    'Path of the profile picture on this server, which changes with the picture; null without one.',
});

export const authSession = z
  .object({
    authenticated: z.boolean(),
    username: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    capabilities: z.array(z.string()),
    mfa_complete: z.boolean(),
    has_second_factor: z.boolean().optional(),
    has_totp: z.boolean().optional(),
    has_passkey: z.boolean().optional(),
    factor_due: z.boolean().optional().meta({
      description: 'The user has a second factor, and has not used it since signing in.',
    }),
    passkey_due: z.boolean().optional().meta({
      description: 'The role requires a passkey, and the user has none.',
    }),
    csrf_token: z.string().optional(),
    ttl_seconds: z.int().optional(),
    picture: pictureAddress.optional(),
    time_zone: z
      .string()
      .optional()
      .meta({ description: 'IANA name that the person chose; empty for that of the browser.' }),
  })
  .meta({
    id: 'AuthSession',
    description: 'The fields after `mfa_complete` describe a session and are absent for tokens.',
  });

export const auth = defineNoun('auth', {
  login: {
    post: '/login',
    access: 'public',
    summary:
      'Sign in and receive a session cookie; `totp_code` accepts a TOTP code or a recovery code. With `totp_required`, `second_factors` lists what is accepted, and `passkey_options` is for a passkey, whose answer goes into `passkey`',
    body: z.strictObject({
      username: z.string().min(1).max(200),
      password: z.string().min(1).max(1024),
      totp_code: z.string().max(64).optional(),
      passkey: passkeyAssertion.optional(),
    }),
    answer: authSession,
    problems: [
      'password_sign_in_disabled',
      'invalid_credentials',
      'totp_required',
      'totp_invalid',
      'passkey_invalid',
      'passkey_copied',
      'csrf_failed',
      'rate_limited',
      'unavailable',
    ],
    example: {
      body: { username: 'nobody-of-that-name', password: 'wrong' },
      refused: [401, 'invalid_credentials'],
    },
  },

  logout: {
    post: '/logout',
    access: 'public',
    audited: { action: 'logout' },
    summary: 'End the session; succeeds without one',
    answer: z
      .object({
        authenticated: z.boolean(),
        username: z.string(),
        capabilities: z.array(z.string()),
        provider_url: z.string().optional().meta({
          description: 'Address at which the browser also signs out at the provider.',
        }),
      })
      .meta({ id: 'LogoutResponse' }),
    problems: ['csrf_failed'],
    example: {},
  },

  session: {
    get: '/session',
    access: 'session',
    beforeSecondFactor: true,
    summary: 'The signed-in user',
    answer: authSession,
    problems: [],
    example: {},
  },

  options: {
    get: '/sign-in',
    access: 'public',
    summary: 'Ways to sign in that the sign-in page offers',
    answer: signInOptions,
    problems: [],
    example: {},
  },

  beginAtProvider: {
    post: '/sign-in/provider',
    access: 'public',
    summary: 'Address at which the browser signs in at a provider (ADD-SSO-2)',
    body: providerChoice.extend({
      invitation: z.string().min(1).max(200).optional().meta({
        description:
          'Token of a link for an account without password, which the sign-in is linked to.',
      }),
    }),
    answer: providerAddress,
    problems: [
      'not_found',
      'forbidden',
      'reset_link_invalid',
      'provider_unavailable',
      'csrf_failed',
      'rate_limited',
    ],
    example: { body: { provider: 'no-such-provider' }, refused: [404, 'not_found'] },
  },

  useLink: {
    post: '/sign-in/link',
    access: 'public',
    audited: { action: 'login' },
    summary: 'Sign in with the single-use token of `galley users sign-in-link` (ADD-SSO-8)',
    body: z.strictObject({ token: z.string().min(1).max(200) }),
    answer: authSession,
    problems: ['sign_in_link_invalid', 'csrf_failed', 'rate_limited'],
    example: { body: { token: 'none' }, refused: [403, 'sign_in_link_invalid'] },
  },

  verifyFactor: {
    post: '/sign-in/factor',
    access: 'session',
    beforeSecondFactor: true,
    audited: { action: 'login' },
    summary:
      'Complete a sign-in at a provider with the second factor: a TOTP code, a recovery code or a passkey, with the options of `/passkeys/confirm-options`',
    body: z.strictObject({
      totp_code: z.string().min(1).max(64).optional(),
      passkey: passkeyAssertion.optional(),
    }),
    answer: authSession,
    problems: [
      'totp_required',
      'totp_invalid',
      'passkey_invalid',
      'passkey_copied',
      'totp_not_enabled',
      'rate_limited',
      'unavailable',
    ],
    example: { body: { totp_code: 'no digits' }, refused: [409, 'totp_not_enabled'] },
  },

  setupChoices: {
    get: '/setup',
    access: 'public',
    summary: 'Choices for the first administrator; none once an administrator exists',
    answer: z
      .object({
        example_site: z.boolean().meta({
          description: 'Whether the site shows the example, which can be removed.',
        }),
      })
      .meta({ id: 'SetupChoices' }),
    problems: [],
    example: {},
  },

  setup: {
    post: '/setup',
    access: 'public',
    audited: { action: 'user.save', target: 'username' },
    summary:
      'Create the first administrator with the single-use token of the setup link, and sign in',
    body: z.strictObject({
      token: z.string().min(1).max(200),
      username: z.string().max(200),
      name: z.string().max(200).optional(),
      email: z.string().max(320).optional(),
      password: password(),
    }),
    answer: authSession,
    problems: ['setup_link_invalid', 'invalid_fields', 'csrf_failed'],
    example: {
      body: { token: 'none', username: 'eve', password: 'a password of eve' },
      refused: [403, 'setup_link_invalid'],
    },
  },
});

const sessionRecord = z
  .object({
    id: z.string(),
    username: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    remote_addr: z.string(),
    user_agent: z.string(),
    browser: z.string().nullable(),
    system: z.string().nullable(),
    is_handheld: z.boolean(),
    network: z.string().meta({ description: 'Range of `remote_addr`.' }),
    mfa_complete: z.boolean(),
    current: z.boolean(),
    issued_at: dateTime,
    last_seen: dateTime,
    expires_at: dateTime,
  })
  .meta({ id: 'SessionRecord' });

export const sessions = defineNoun('sessions', {
  confirm: {
    post: '/session/confirm',
    access: 'session',
    beforeSecondFactor: true,
    audited: { action: 'session.confirm' },
    summary: 'Confirm the session with the password or a passkey, for the next ten minutes',
    body: z.strictObject({
      password: z.string().min(1).max(1024).optional(),
      passkey: passkeyAssertion.optional(),
    }),
    answer: okResponse,
    problems: [
      'invalid_credentials',
      'passkey_invalid',
      'passkey_unverified',
      'passkey_copied',
      'rate_limited',
      'unavailable',
    ],
    example: { body: { password: exampleProject.password } },
  },

  confirmAtProvider: {
    post: '/session/confirm-at-provider',
    access: 'session',
    summary:
      'Address at which the caller signs in again, instead of entering the password; the callback confirms the session',
    body: providerChoice,
    answer: providerAddress,
    problems: ['not_found', 'provider_unavailable'],
    example: { body: { provider: 'no-such-provider' }, refused: [404, 'not_found'] },
  },

  list: {
    get: '/sessions',
    access: 'session',
    summary:
      'Active sessions, last used first: those of one user, or all that the caller can see; without `users.manage`, only the caller’s own',
    query: z.strictObject({ username: username().optional() }),
    answer: z.array(sessionRecord),
    problems: ['forbidden'],
    example: {},
  },

  revoke: {
    post: '/sessions/revoke',
    access: 'session',
    recentlyConfirmed: {
      when: {
        holds: ({ username }, { username: own, grants }) =>
          username !== own && (grants.has('*') || grants.has('users.manage')),
        text: 'for callers with `users.manage`, unless `username` is their own',
      },
    },
    audited: { action: 'session.revoke', target: 'username' },
    summary:
      'End one session by id, all sessions of a user, or all that the caller can see; `keep_current` keeps the caller’s own',
    body: z.strictObject({
      username: username().optional(),
      session_id: text().min(1).max(200).optional(),
      all: z.boolean().optional(),
      keep_current: z.boolean().optional(),
    }),
    answer: z.object({ revoked: z.int() }).meta({ id: 'RevokeResponse' }),
    problems: ['forbidden', 'reauthentication_required'],
    example: { body: { session_id: 'no-such-session' } },
  },
});
