import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { password, pictureAddress, username } from './sessions.ts';
import { dateTime, okResponse, text } from './shapes.ts';

const userInfo = z
  .object({
    username: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    enabled: z.boolean(),
    last_login: dateTime.nullable(),
    created_at: dateTime,
    has_password: z.boolean(),
    has_second_factor: z.boolean(),
    has_totp: z.boolean(),
    has_passkey: z.boolean(),
    picture: pictureAddress,
    picture_approved: z.boolean().meta({
      description: 'Public pages may show this picture beside this display name.',
    }),
  })
  .meta({ id: 'UserInfo' });

const ownPicture = z.object({ picture: pictureAddress }).meta({ id: 'OwnPicture' });

const manage = { capability: 'users.manage' } as const;

export const users = defineNoun('users', {
  list: {
    get: '/users',
    access: manage,
    summary: 'All users, by user name',
    answer: z.array(userInfo),
    problems: [],
    example: {},
  },

  save: {
    post: '/users/save',
    access: manage,
    recentlyConfirmed: { tokens: 'named_scope' },
    audited: { action: 'user.save', target: 'username' },
    summary:
      'Create or update a user; an absent `password` or `enabled` stays unchanged. Changes of role, password or `enabled` end the user’s other sessions',
    body: z.strictObject({
      username: username(),
      name: text().max(500),
      email: text().max(500),
      role: text().max(200),
      password: password().optional(),
      enabled: z.boolean().optional(),
    }),
    answer: userInfo,
    problems: [
      'invalid_fields',
      'forbidden',
      'last_admin',
      'unavailable',
      'reauthentication_required',
    ],
    example: { body: { username: 'newcomer', name: 'New', email: '', role: 'powerless' } },
  },

  saveOwn: {
    post: '/users/own',
    access: 'session',
    recentlyConfirmed: {},
    audited: { action: 'user.save' },
    summary:
      'Change the caller’s own display name and e-mail address; if Galley can send mail, a new address is pending until its link is opened (ADD-ACC-4)',
    body: z.strictObject({ name: text().max(500), email: text().max(500) }),
    answer: userInfo,
    problems: ['invalid_fields', 'rate_limited', 'reauthentication_required'],
    example: { body: { name: 'Eve', email: 'eve@example.org' } },
  },

  saveOwnPicture: {
    post: '/users/own/picture',
    access: 'session',
    audited: { action: 'user.save' },
    summary:
      'Set the caller’s own profile picture: a JPEG, PNG, WebP, AVIF or GIF file, stored as a square WebP without metadata (ADD-ACC-1)',
    multipart: true,
    body: z.strictObject({}),
    answer: ownPicture,
    problems: [
      'unsupported_media_type',
      'invalid_media',
      'payload_too_large',
      'storage_failed',
      'insufficient_storage',
    ],
    example: {
      file: { name: 'me.gif', content: 'GIF89a' },
      refused: [422, 'invalid_media'],
    },
  },

  deleteOwnPicture: {
    post: '/users/own/picture/delete',
    access: 'session',
    audited: { action: 'user.save' },
    summary: 'Remove the caller’s own profile picture, if any',
    answer: ownPicture,
    problems: [],
    example: {},
  },

  saveOwnLanguage: {
    post: '/users/own/language',
    access: 'session',
    audited: { action: 'user.save' },
    summary: 'Set the language of messages to the caller',
    body: z.strictObject({
      language: z
        .string()
        .regex(/^([a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3})?$/)
        .meta({ description: 'Language tag, or empty for the language of the site.' }),
    }),
    answer: okResponse,
    problems: [],
    example: { body: { language: 'de' } },
  },

  approvePicture: {
    post: '/users/picture/approve',
    access: manage,
    audited: { action: 'user.save', target: 'username' },
    summary:
      'Allow a user’s profile picture on public pages, beside the current display name; with `editorial.require_approval`, not the caller’s own (ADD-ACC-2)',
    body: z.strictObject({
      username: username(),
      name: text().max(500).meta({ description: 'Display name, as the caller has seen it.' }),
      picture: text()
        .max(200)
        .meta({ description: 'Address of the picture that the caller has seen.' }),
    }),
    answer: userInfo,
    problems: ['not_found', 'forbidden'],
    example: {
      body: { username: 'reader', name: '', picture: `/profile-pictures/${'0'.repeat(64)}.webp` },
      refused: [404, 'not_found'],
    },
  },

  deletePicture: {
    post: '/users/picture/delete',
    access: manage,
    audited: { action: 'user.save', target: 'username' },
    summary: 'Remove a user’s profile picture, if any (ADD-ACC-3)',
    body: z.strictObject({ username: username() }),
    answer: userInfo,
    problems: ['not_found'],
    example: { body: { username: 'reader' } },
  },

  delete: {
    post: '/users/delete',
    access: manage,
    recentlyConfirmed: { tokens: 'named_scope' },
    audited: { action: 'user.delete', target: 'username' },
    summary:
      'Delete a user; `reassign_to` names the new owner of their documents and is required if they own any (GAP-SET-3)',
    body: z.strictObject({ username: username(), reassign_to: username().optional() }),
    answer: okResponse,
    problems: [
      'not_found',
      'forbidden',
      'last_admin',
      'in_use',
      'invalid_fields',
      'reauthentication_required',
    ],
    example: { body: { username: 'nobody-of-that-name' }, refused: [404, 'not_found'] },
  },

  resetLink: {
    post: '/users/reset-link',
    access: manage,
    recentlyConfirmed: { tokens: 'named_scope' },
    audited: { action: 'password.reset_link', target: 'username' },
    summary:
      'Create a password reset link for a user, valid once within 24 hours; revokes earlier links',
    body: z.strictObject({ username: username() }),
    answer: z
      .object({
        username: z.string(),
        token: z.string(),
        path: z.string().meta({ description: 'Path on this server; contains the token' }),
        expires_at: dateTime,
      })
      .meta({ id: 'ResetLink' }),
    problems: ['not_found', 'forbidden', 'reauthentication_required'],
    example: { body: { username: 'reader' } },
  },

  sendLink: {
    post: '/users/send-link',
    access: manage,
    recentlyConfirmed: { tokens: 'named_scope' },
    audited: { action: 'password.send_link', target: 'username' },
    summary:
      'Send a user a link by e-mail: an invitation, valid for 7 days, or for accounts with a password a reset link, valid for 24 hours (ADD-MAIL-3)',
    body: z.strictObject({ username: username() }),
    answer: z.object({ username: z.string(), sent_to: z.string() }).meta({ id: 'SentLink' }),
    problems: [
      'not_found',
      'forbidden',
      'invalid_fields',
      'mail_not_configured',
      'reauthentication_required',
    ],
    example: { body: { username: 'nobody-of-that-name' }, refused: [404, 'not_found'] },
  },
});

const role = z
  .object({
    name: z.string(),
    capabilities: z.array(z.string()),
    builtin: z.boolean(),
    users: z.int(),
  })
  .meta({ id: 'Role' });

export const roles = defineNoun('roles', {
  list: {
    get: '/roles',
    access: manage,
    summary: 'Built-in roles first, then custom roles, with their numbers of users',
    answer: z.array(role),
    problems: [],
    example: {},
  },

  save: {
    post: '/roles/save',
    access: manage,
    recentlyConfirmed: { tokens: 'named_scope' },
    audited: { action: 'role.save', target: 'name' },
    summary: 'Create or update a custom role; takes effect with the next request of its users',
    body: z.strictObject({
      name: text().min(1).max(200),
      capabilities: z.array(z.string().max(100)).max(100),
    }),
    answer: role,
    problems: ['invalid_fields', 'forbidden', 'reauthentication_required'],
    example: { body: { name: 'onlooker', capabilities: [] } },
  },

  delete: {
    post: '/roles/delete',
    access: manage,
    recentlyConfirmed: { tokens: 'named_scope' },
    audited: { action: 'role.delete', target: 'name' },
    summary: 'Delete an unused custom role; built-in roles stay',
    body: z.strictObject({ name: text().min(1).max(200) }),
    answer: okResponse,
    problems: ['not_found', 'in_use', 'forbidden', 'reauthentication_required'],
    example: { body: { name: 'no-such-role' }, refused: [404, 'not_found'] },
  },
});
