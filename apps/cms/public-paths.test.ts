import { expect, test } from 'vitest';
import { operations } from '@galley/contract';

/** Every way to change what readers see; docs/guides/security.md says which of them somebody else reviews. */
const paths: readonly (readonly [operation: string, capability: string, action: string])[] = [
  ['documents.create', 'documents.create', 'document.create'],
  ['documents.save', 'documents.write', 'document.save'],
  ['documents.status', 'documents.read', 'document.status'],
  ['documents.bulk_status', 'documents.read', 'document.status'],
  ['documents.delete', 'documents.lifecycle', 'document.delete'],
  ['documents.restore', 'documents.lifecycle', 'document.restore'],
  ['media.upload', 'media.write', 'media.upload'],
  ['media.replace', 'media.write', 'media.replace'],
  ['media.metadata', 'media.write', 'media.metadata'],
  ['media.move', 'media.lifecycle', 'media.move'],
  ['media.delete', 'media.lifecycle', 'media.delete'],
  ['media.restore', 'media.lifecycle', 'media.restore'],
  ['settings.save', 'config.manage', 'settings.save'],
  ['custom_fields.save', 'config.manage', 'custom_fields.save'],
  ['themes.install', 'themes.manage', 'theme.install'],
  ['themes.switch', 'themes.manage', 'theme.switch'],
  ['plugins.enable', 'plugins.manage', 'plugin.enable'],
  ['plugins.disable', 'plugins.manage', 'plugin.disable'],
  ['backups.restore', 'operations.manage', 'backup.restore'],
  ['operations.rebuild', 'operations.manage', 'operations.rebuild'],
];

test.each(paths)('%s takes %s and is audited as %s', (id, capability, action) => {
  const operation = operations.find((one) => one.id === id);
  expect([operation?.access, operation?.audited?.action]).toEqual([{ capability }, action]);
});
