import { DomainError } from '@galley/kernel';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import { createDirectory, captureError } from './fixtures.ts';
import type { Environment } from './substitution.ts';

const password = 'correct-horse';
const url = `postgres://galley:${password}@db.example:5432/site`;
const broken = `postgre://galley:${password}@db.example/site`;

async function attempt(text: string, environment: Environment) {
  const projectDirectory = await createDirectory({ 'galley.yaml': text });
  return loadConfig({ projectDirectory, overlays: [], environment });
}

const tellsPassword = (error: DomainError) =>
  JSON.stringify([error.message, error.details]).includes(password);

const isTold = async (text: string, environment: Environment = {}) =>
  tellsPassword(await captureError(() => attempt(text, environment)));

test.each([
  ['a wrong scheme', `database:\n  url: ${broken}`],
  ['the url in place of its section', `database: ${url}`],
  ['the url as a key', `database: { "${url}": 1 }`],
  ['the url as a section', `${url}: { a: 1 }`],
  ['the url as a key without a value', `database: { ${url} }`],
  ['the url in a list', `database: { url: ["${url}"] }`],
  ['the url in another setting', `server: { host: "${url}" }`],
  ['the url among the proxies', `server: { trusted_proxies: ["${url}"] }`],
  ['a quote too many', `database:\n  url: "${url}""`],
  ['a quote too few', `database:\n  url: "${url}\nserver: { port: 1 }`],
  ['a quote within', `database:\n  url: "postgres://galley:"${password}@db.example/site"`],
  ['a password that looks like an alias', `database:\n  url: *${password}`],
  ['a password that looks like a tag', `database:\n  url: !${password} x`],
  ['a password after a block sign', `database:\n  url: |${password}\n    x`],
  ['a password with a backslash', `database:\n  url: "\\${password}"`],
  ['the same key twice', `database:\n  url: ${url}\n  url: ${url}`],
])('messages never contain the database password: %s', async (_name, text) => {
  expect(await isTold(text)).toBe(false);
});

test('messages about the environment never contain the database password', async () => {
  expect(await isTold('', { DATABASE_URL: broken })).toBe(false);
  expect(await isTold('', { GALLEY_DATABASE__URL: broken })).toBe(false);
  expect(await isTold('', { GALLEY_DATABASE__PASSWORD: password })).toBe(false);
  expect(await isTold('database:\n  url: ${URL}', { URL: broken })).toBe(false);
});

test('messages about a damaged file never contain the password of the database url', async () => {
  const text = `server:\n  port: x\ndatabase:\n  url: "${url}"\n`;
  const damage = fc.tuple(
    fc.nat({ max: text.length }),
    fc.constantFrom(
      '"',
      ': ',
      '[',
      '}',
      '\n',
      '\n\t',
      '- ',
      '&a ',
      '*',
      '!',
      '#',
      '|',
      '`',
      '\\',
      ' ',
    ),
  );
  await fc.assert(
    fc.asyncProperty(damage, async ([at, insertion]) => {
      const damaged = text.slice(0, at) + insertion + text.slice(at);
      fc.pre(damaged.includes(password));
      // Some mutations are harmless, such as a # before the wrong port.
      const outcome = await attempt(damaged, {}).catch((error: unknown) => {
        if (error instanceof DomainError) return error;
        throw error;
      });
      expect(outcome instanceof DomainError && tellsPassword(outcome)).toBe(false);
    }),
    { numRuns: 150 },
  );
});
