import type { Values } from '../operation-examples.ts';
import { minimumCapabilities } from '../least-needed.fixtures.ts';

/** Capabilities that the example also requires, depending on its input: any one of these. */
export const besides: Readonly<Record<string, readonly string[]>> = {
  'documents.people': ['documents.write', 'documents.assign'],
  'documents.keep_working_copy': ['documents.write'],
  'documents.discard_working_copy': ['documents.write'],
  'documents.editorial': ['documents.assign'],
  'documents.set_deadline': ['documents.assign'],
  // None of these callers uploaded the file in the example (ADD-MED-1).
  'media.replace': ['media.lifecycle'],
  'media.metadata': ['media.lifecycle'],
};

/** Also allowed while a second factor is due (GAP-SES-4). */
export const beforeSecondFactor = [
  'auth.session',
  'auth.verify_factor',
  'sessions.confirm',
  'totp.setup',
  'totp.enable',
  'passkeys.begin',
  'passkeys.add',
  'passkeys.confirm_options',
];

export const recentlyConfirmed = [
  'sessions.revoke',
  'identities.link',
  'identities.unlink',
  'totp.setup',
  'totp.enable',
  'totp.disable',
  'totp.recovery_codes',
  'passkeys.begin',
  'passkeys.add',
  'passkeys.remove',
  'tokens.create',
  'tokens.rotate',
  'tokens.revoke_many',
  'service_accounts.save',
  'service_accounts.delete',
  'account.export',
  'account.delete',
  'users.save',
  'users.save_own',
  'users.delete',
  'users.reset_link',
  'users.send_link',
  'roles.save',
  'roles.delete',
  'backups.download',
  'backups.delete',
  'backups.restore',
  'imports.start',
  'plugins.enable',
  'plugins.install',
  'plugins.update',
  'plugins.rollback',
  'plugins.delete',
  'themes.install',
  'themes.switch',
  'themes.upload',
  'themes.rollback',
  'themes.delete',
  'settings.save',
  'worker_tokens.create',
  'mcp_clients.connect',
];

/** Operations also open to a token whose scopes name the capability; `*` does not name it. */
export const withNamedScope = [
  'tokens.revoke_many',
  'service_accounts.save',
  'service_accounts.delete',
  'users.save',
  'users.delete',
  'users.reset_link',
  'users.send_link',
  'roles.save',
  'roles.delete',
  'settings.save',
  'worker_tokens.create',
  'mcp_clients.connect',
];

/** Bodies that require a confirmation, for operations where other bodies do not. */
export const carefulBodies: Readonly<Record<string, Values>> = {
  // No pending address, which would change the answer of a later operation.
  'users.save_own': { name: 'Eve', email: '' },
  'settings.save': { section: 'editorial', values: { 'editorial.require_approval': false } },
};

/** Limited to capabilities that operations require (CMS-AUTH-14 to CMS-AUTH-17). */
export const builtIn: Readonly<Record<string, readonly string[]>> = {
  admin: ['*'],
  editor: [
    'documents.read',
    'documents.create',
    'documents.write',
    'documents.review',
    'documents.history',
    'documents.lifecycle',
    'documents.diff',
    'documents.assign',
    'documents.publish',
    'media.read',
    'media.write',
    'media.lifecycle',
    'runs.read',
    'runs.control',
    'runs.approve',
    'media.review',
    'documents.comment',
  ],
  author: [
    'documents.read.own',
    'documents.create',
    'documents.write.own',
    'documents.history.own',
    'documents.lifecycle.own',
    'documents.diff.own',
    'media.read',
    'media.write',
    'documents.comment.own',
  ],
  reviewer: [
    'documents.read',
    'documents.review',
    'documents.history',
    'documents.diff',
    'media.read',
    'runs.read',
    'runs.approve',
    'media.review',
    'documents.comment',
  ],
};

/** Capabilities that are useless without `documents.read`, which is granted along with them. */
export const withReading = [
  'documents.write',
  'documents.comment',
  'documents.history',
  'documents.lifecycle',
  'documents.diff',
];

/** Replace examples that cost a password hash or depend on the factor: admitted callers get a 400 for these. */
export const cheaper: Readonly<Record<string, Values>> = {
  'auth.login': {},
  'auth.verify_factor': {},
  'sessions.confirm': {},
  'password.change': {},
};

const needs = [...Object.values(minimumCapabilities), ...Object.values(besides).flat()];
export const needed = [...new Set(needs.filter((need) => need.includes('.')))];
