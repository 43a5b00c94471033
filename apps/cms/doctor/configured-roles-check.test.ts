import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '@galley/testing';
import { loadConfig } from '@galley/settings';
import { configuredRolesCheck } from './configured-roles-check.ts';

const roles = ['admin', 'editor'];

async function checkOf(text: string) {
  await using folder = await temporaryDirectory();
  await writeFile(join(folder.path, 'galley.yaml'), text);
  const options = { overlays: [], environment: {}, overrides: {} };
  return configuredRolesCheck(
    await loadConfig({ projectDirectory: folder.path, ...options }),
    roles,
  );
}

const provider = (more: string) =>
  `sign_in:\n  providers:\n    company: {issuer: "https://id.example", client_id: a, client_secret: b, ${more}}\n`;

test.each([
  ['security: {require_passkey: [admin]}\n', 'ok', ''],
  ['security: {require_passkey: [admin, edtior]}\n', 'error', 'edtior (security.require_passkey)'],
  ['scim: {enabled: true, default_role: guest}\n', 'error', 'guest (scim.default_role)'],
  [
    'scim: {enabled: true, default_role: editor, groups: {News: writer}}\n',
    'error',
    'writer (scim.groups)',
  ],
  [
    provider('roles: ["News=writer", "Desk=editor"]'),
    'error',
    'writer (sign_in.providers.company.roles)',
  ],
  [
    provider('create_accounts: true, default_role: nobody'),
    'error',
    'nobody (sign_in.providers.company.default_role)',
  ],
  ['scim: {enabled: false, default_role: guest}\n', 'ok', ''],
])('ADD-PKY-10: roles of %j result in %s', async (text, status, named) => {
  const check = await checkOf(text);
  expect(check).toMatchObject({ name: 'configured_roles', status });
  expect(check.message).toContain(named);
});
