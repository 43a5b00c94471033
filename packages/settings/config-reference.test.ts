import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { configReference, renderConfigurationReference } from './config-reference.ts';
import { createDirectory } from './fixtures.ts';

test('docs/reference/configuration.md matches the schema', async () => {
  const page = path.join(import.meta.dirname, '../../docs/reference/configuration.md');
  expect(await readFile(page, 'utf8')).toBe(renderConfigurationReference());
});

test('every setting has an environment name, a type and a description', () => {
  expect(configReference.length).toBeGreaterThan(15);
  for (const { key, environmentName, type, description } of configReference) {
    expect(environmentName).toBe(`GALLEY_${key.replaceAll('.', '__').toUpperCase()}`);
    expect(type).toMatch(/^(an?|one|the|true|each) /);
    expect(description).toMatch(/^[A-Z].*\.$/);
  }
});

test('the documented defaults, set in the environment, change nothing', async () => {
  const projectDirectory = await createDirectory({});
  const entries = configReference.filter(({ key }) => !key.includes('<name>'));
  const environment = Object.fromEntries(
    entries.map((entry) => [entry.environmentName, String(entry.default ?? '')]),
  );
  expect(await loadConfig({ projectDirectory, overlays: [], environment })).toEqual(
    await loadConfig({ projectDirectory, overlays: [], environment: {} }),
  );
});
