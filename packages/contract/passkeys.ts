import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { base64url, passkeyAssertion } from './passkey-assertion.ts';
import { authSession, username } from './sessions.ts';
import { dateTime, freeForm, okResponse, text } from './shapes.ts';

const passkey = z
  .object({
    id: z.string(),
    username: z.string(),
    name: z.string(),
    synced: z.boolean().meta({
      description:
        'Whether a password manager copies it between devices; otherwise it stays on one device.',
    }),
    created_at: dateTime,
    last_used_at: dateTime.nullable(),
  })
  .meta({ id: 'Passkey' });

const passkeyId = text().min(1).max(200);
const passkeyName = text().min(1).max(200);

const options = z.object({ options: freeForm }).meta({
  id: 'PasskeyOptions',
  description:
    'Options of the browser, as JSON (WebAuthn, parseCreationOptionsFromJSON and parseRequestOptionsFromJSON). Their challenge works once, for five minutes, in this browser.',
});

const addition = z
  .object({
    id: base64url(),
    rawId: base64url(),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(),
      attestationObject: base64url(),
      transports: z.array(z.string().max(50)).max(20).optional(),
    }),
  })
  .meta({
    id: 'PasskeyAddition',
    description: 'The new passkey, as its `toJSON` writes it; further members are ignored.',
  });

const noPasskey = {
  id: 'bm9uZQ',
  rawId: 'bm9uZQ',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA' },
};

const noAssertion = {
  ...noPasskey,
  response: { clientDataJSON: 'e30', authenticatorData: 'oA', signature: 'oA' },
};

export const passkeys = defineNoun('passkeys', {
  list: {
    get: '/passkeys',
    access: 'session',
    summary: 'Passkeys of the caller, or with `users.manage` of another user; oldest first',
    query: z.strictObject({ username: username().optional() }),
    answer: z.array(passkey),
    problems: ['forbidden', 'not_found'],
    example: {},
  },

  begin: {
    post: '/passkeys/begin',
    access: 'session',
    beforeSecondFactor: true,
    recentlyConfirmed: {},
    summary: 'Options to create a passkey of the caller with',
    answer: options,
    problems: ['forbidden', 'passkeys_unavailable', 'reauthentication_required'],
    example: {},
  },

  add: {
    post: '/passkeys/add',
    access: 'session',
    beforeSecondFactor: true,
    recentlyConfirmed: {},
    audited: { action: 'passkey.add' },
    summary:
      'Add a passkey of the caller; ends their other sessions. The first second factor comes with recovery codes',
    body: z.strictObject({ name: passkeyName, passkey: addition }),
    answer: passkey
      .extend({
        recovery_codes: z.array(z.string()).meta({
          description: 'Ten single-use codes, shown once; empty if the caller has some already.',
        }),
      })
      .meta({ id: 'AddedPasskey' }),
    problems: [
      'passkey_invalid',
      'passkeys_unavailable',
      'invalid_fields',
      'forbidden',
      'reauthentication_required',
    ],
    example: { body: { name: 'Laptop', passkey: noPasskey }, refused: [401, 'passkey_invalid'] },
  },

  rename: {
    post: '/passkeys/rename',
    access: 'session',
    audited: { action: 'passkey.rename' },
    summary: 'Rename a passkey of the caller',
    body: z.strictObject({ id: passkeyId, name: passkeyName }),
    answer: passkey,
    problems: ['not_found', 'invalid_fields'],
    example: { body: { id: 'no-such-passkey', name: 'Phone' }, refused: [404, 'not_found'] },
  },

  remove: {
    post: '/passkeys/remove',
    access: 'session',
    recentlyConfirmed: {},
    audited: { action: 'passkey.remove', target: 'username' },
    summary:
      'Remove a passkey of the caller, or with `users.manage` of another user; ends the other sessions of the user',
    body: z.strictObject({ id: passkeyId, username: username().optional() }),
    answer: okResponse,
    problems: ['not_found', 'forbidden', 'last_way_in', 'reauthentication_required'],
    example: { body: { id: 'no-such-passkey' }, refused: [404, 'not_found'] },
  },

  signInOptions: {
    post: '/passkeys/sign-in-options',
    access: 'public',
    summary: 'Options to sign in with a passkey; the same for everyone',
    answer: options,
    problems: ['passkeys_unavailable', 'csrf_failed'],
    example: {},
  },

  signIn: {
    post: '/passkeys/sign-in',
    access: 'public',
    summary:
      'Sign in with a passkey that checks a PIN, fingerprint or face, without password and second factor',
    body: z.strictObject({
      passkey: passkeyAssertion,
      username: username().optional().meta({
        description: 'Refuses passkeys of other people; default: the owner of the passkey.',
      }),
    }),
    answer: authSession,
    problems: [
      'passkey_invalid',
      'passkey_unverified',
      'passkey_copied',
      'passkeys_unavailable',
      'csrf_failed',
      'rate_limited',
      'unavailable',
    ],
    example: { body: { passkey: noAssertion }, refused: [401, 'passkey_invalid'] },
  },

  confirmOptions: {
    post: '/passkeys/confirm-options',
    access: 'session',
    beforeSecondFactor: true,
    summary: 'Options to confirm the session with a passkey of the caller (`/session/confirm`)',
    answer: options,
    problems: ['not_found', 'passkeys_unavailable'],
    example: { refused: [404, 'not_found'] },
  },
});
