import { expect, test } from 'vitest';
import { operations } from '@galley/contract';

/** Every way to change what readers see; docs/guides/security.md lists which of them another person reviews. */
const paths: readonly (readonly [operation: string, capability: string, action: string])[] = [
  ['documents.create', 'documents.create', 'document.create'],
  ['documents.save', 'documents.write', 'document.save'],
  ['documents.status', 'documents.read', 'document.status'],
  ['documents.bulk_status', 'documents.read', 'document.status'],
  ['documents.bulk_assign', 'documents.assign', 'document.assign'],
  ['documents.bulk_terms', 'documents.write', 'document.save'],
  ['terms.redirect', 'documents.publish', 'settings.save'],
  ['comments.accept', 'documents.write', 'document.save'],
  ['documents.delete', 'documents.lifecycle', 'document.delete'],
  ['documents.restore', 'documents.lifecycle', 'document.restore'],
  ['documents.editorial', 'documents.read', 'document.assign'],
  ['documents.bulk_delete', 'documents.lifecycle', 'document.delete'],
  ['documents.bulk_restore', 'documents.lifecycle', 'document.restore'],
  ['documents.preview_link', 'documents.read', 'document.preview_link'],
  ['media.upload', 'media.write', 'media.upload'],
  ['media.replace', 'media.write', 'media.replace'],
  ['media.revert', 'media.write', 'media.replace'],
  ['media.metadata', 'media.write', 'media.metadata'],
  ['media.move', 'media.lifecycle', 'media.move'],
  ['media.delete', 'media.lifecycle', 'media.delete'],
  ['media.restore', 'media.lifecycle', 'media.restore'],
  ['media.purge', 'media.lifecycle', 'media.purge'],
  ['media.bulk', 'media.read', 'media.metadata'],
  ['media.review', 'media.review', 'media.approve'],
  ['users.approve_picture', 'users.manage', 'user.save'],
  ['users.delete_picture', 'users.manage', 'user.save'],
  ['settings.save', 'config.manage', 'settings.save'],
  ['custom_fields.save', 'config.manage', 'custom_fields.save'],
  ['onboarding.remove_example', 'config.manage', 'example.remove'],
  ['themes.install', 'themes.manage', 'theme.install'],
  ['themes.switch', 'themes.manage', 'theme.switch'],
  ['themes.upload', 'themes.manage', 'theme.install'],
  ['themes.rollback', 'themes.manage', 'theme.rollback'],
  ['themes.delete', 'themes.manage', 'theme.delete'],
  ['plugins.enable', 'plugins.manage', 'plugin.enable'],
  ['plugins.disable', 'plugins.manage', 'plugin.disable'],
  ['plugins.install', 'plugins.manage', 'plugin.install'],
  ['plugins.update', 'plugins.manage', 'plugin.update'],
  ['plugins.rollback', 'plugins.manage', 'plugin.rollback'],
  ['plugins.delete', 'plugins.manage', 'plugin.delete'],
  ['backups.restore', 'operations.manage', 'backup.restore'],
  ['imports.start', 'operations.manage', 'import.start'],
  ['operations.rebuild', 'operations.manage', 'operations.rebuild'],
  ['proposals.accept', 'runs.approve', 'proposal.accept'],
  ['proposals.rollback', 'runs.control', 'proposal.rollback'],
];

/** Operations without public effects: accounts, backups, runs, and data that only authors see. */
const others = [
  /^(account|agents|approvals|auth|forms|identities|mail|mcp_clients|memories|passkeys|password|questions|recipes|roles|runs|service_accounts|sessions|tasks|tokens|totp|turns|users|webhooks|worker_tokens)\./,
  /^backups\.(create|delete|git_snapshot|verify)$/,
  /^imports\.(cancel|upload)$/,
  /^documents\.(diff|discard_working_copy|keep_working_copy|lock|preview|revoke_preview_link|set_deadline|unlock)$/,
  /^comments\.(add|reply|edit|remove|remove_thread|resolve|reject)$/,
  /^(aiwriter\.generate|plugins\.review|notifications\.read|proposals\.(comment|reject|request_revision))$/,
];

test('every operation that changes public content is in this list, and others are exempt', () => {
  const listed = paths.map(([id]) => id);
  const unlisted = operations
    .filter(({ id, method }) => method !== 'GET' && !listed.includes(id))
    .map(({ id }) => id);
  expect(unlisted.filter((id) => !others.some((pattern) => pattern.test(id)))).toEqual([]);
});

test.each(paths)('%s takes %s and is audited as %s', (id, capability, action) => {
  const operation = operations.find((one) => one.id === id);
  expect([operation?.access, operation?.audited?.action]).toEqual([{ capability }, action]);
});
