import { z } from 'zod';
import { defineOperation } from './operation.ts';

export const authSession = z
  .object({
    authenticated: z.boolean(),
    username: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.string(),
    capabilities: z.array(z.string()),
    mfa_complete: z.boolean(),
    csrf_token: z.string(),
    ttl_seconds: z.int(),
  })
  .meta({ id: 'AuthSession' });

export const loginOperation = defineOperation({
  id: 'auth.login',
  method: 'POST',
  path: '/login',
  base: 'admin',
  access: 'public',
  summary: 'Sign in and get a session cookie',
  body: z.strictObject({
    username: z.string().min(1).max(200),
    password: z.string().min(1).max(1024),
    totp_code: z.string().max(64).optional(),
  }),
  answer: authSession,
  problems: ['invalid_credentials', 'csrf_failed'],
});

export const logoutOperation = defineOperation({
  id: 'auth.logout',
  method: 'POST',
  path: '/logout',
  base: 'admin',
  access: 'public',
  summary: 'End the session; without one, nothing happens',
  answer: z
    .object({ authenticated: z.boolean(), username: z.string(), capabilities: z.array(z.string()) })
    .meta({ id: 'LogoutResponse' }),
  problems: ['csrf_failed'],
});

export const sessionOperation = defineOperation({
  id: 'auth.session',
  method: 'GET',
  path: '/session',
  base: 'admin',
  access: 'session',
  summary: 'Who is signed in',
  answer: authSession,
  problems: [],
});

export const setupOperation = defineOperation({
  id: 'auth.setup',
  method: 'POST',
  path: '/setup',
  base: 'admin',
  access: 'public',
  summary:
    'Create the first administrator with the single-use token of the set-up link, and sign in',
  body: z.strictObject({
    token: z.string().min(1).max(200),
    username: z.string().max(200),
    name: z.string().max(200).optional(),
    email: z.string().max(320).optional(),
    password: z.string().max(1024),
  }),
  answer: authSession,
  problems: ['setup_link_invalid', 'invalid_fields', 'csrf_failed'],
});
