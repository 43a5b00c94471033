import { describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import type { ConfigInput } from './config-schema.ts';
import { createDirectory, listMistakes, captureError } from './fixtures.ts';
import type { Environment } from './substitution.ts';

interface Given {
  readonly files?: Readonly<Record<string, string>>;
  readonly overlays?: readonly string[];
  readonly environment?: Environment;
  readonly overrides?: ConfigInput;
}

async function refusalFor({ files = {}, overlays = [], environment = {}, overrides }: Given) {
  const projectDirectory = await createDirectory(files);
  const origin = { projectDirectory, overlays, environment, ...(overrides && { overrides }) };
  return captureError(() => loadConfig(origin));
}

const mistakesFor = async (given: Given) => listMistakes(await refusalFor(given));

describe('a mistake in galley.yaml is reported with its position and the expected value', () => {
  const reserved = '__platform, __health, __live, __ready, __metrics, __preview, media, assets';
  const path = `one path segment of letters, digits, - and _, and none of ${reserved}`;
  const port = 'a whole number from 0 to 65535';
  const proxy = 'an IP address or a network, such as loopback, 10.0.0.5, 10.0.0.0/8';
  const allowedHost = 'a host, such as www.example.org, *.example.org, 10.0.0.5, "*"';
  const poll = 'a duration from 50ms to 1h, such as 1s';
  const size = 'a size from 1KiB to 64MiB, or a number of bytes, such as 64KiB';

  test.each([
    ['server:\n  prot: 80', '2:3: server.prot: unknown key; did you mean server.port?'],
    ['port: 80', '1:1: port: unknown key; did you mean server.port?'],
    ['server: { path: x }', '1:11: server.path: unknown key; did you mean admin.path?'],
    [
      'zebra: 1',
      '1:1: zebra: unknown key; there are server, site, admin, database, storage, content, build, backup, security, sign_in, audit, coordinator, webhooks, mail, scim, plugins, limits',
    ],
    [
      'constructor: 1',
      '1:1: constructor: unknown key; there are server, site, admin, database, storage, content, build, backup, security, sign_in, audit, coordinator, webhooks, mail, scim, plugins, limits',
    ],
    [
      '__proto__: 1',
      '1:1: __proto__: unknown key; there are server, site, admin, database, storage, content, build, backup, security, sign_in, audit, coordinator, webhooks, mail, scim, plugins, limits',
    ],
    ['server: 5', '1:9: server: must be a map of keys, not 5'],
    ['- server', '1:1: must be a map of keys, not […]'],
    ['server:\n  port: "abc"', `2:9: server.port: must be ${port}, not "abc"`],
    ['server:\n  port: "80"', `2:9: server.port: must be ${port}, not "80"`],
    ['server:\n  port: 65536', `2:9: server.port: must be ${port}, not 65536`],
    ['server:\n  port: -1', `2:9: server.port: must be ${port}, not -1`],
    ['server:\n  port: 80.5', `2:9: server.port: must be ${port}, not 80.5`],
    ['server: { port: [80] }', `1:17: server.port: must be ${port}, not […]`],
    ['server: { port: { a: 1 } }', `1:17: server.port: must be ${port}, not {…}`],
    [
      'server: { host: "a b" }',
      '1:17: server.host: must be a host, such as www.example.org, 127.0.0.1, not "a b"',
    ],
    [
      'server: { trusted_proxies: loopback }',
      '1:28: server.trusted_proxies: must be a list, such as [10.0.0.0/8, loopback], not "loopback"',
    ],
    [
      'server:\n  trusted_proxies:\n    - loopback\n    - 10.0.0.0/33',
      `4:7: server.trusted_proxies[1]: must be ${proxy}, not "10.0.0.0/33"`,
    ],
    [
      'server: { trusted_proxies: ["::1/129"] }',
      `1:29: server.trusted_proxies[0]: must be ${proxy}, not "::1/129"`,
    ],
    [
      'server: { trusted_proxies: [10.0.0.0/8/8] }',
      `1:29: server.trusted_proxies[0]: must be ${proxy}, not "10.0.0.0/8/8"`,
    ],
    [
      'server: { trusted_proxies: [proxy.example] }',
      `1:29: server.trusted_proxies[0]: must be ${proxy}, not "proxy.example"`,
    ],
    [
      'server: { trusted_proxies: [null] }',
      `1:29: server.trusted_proxies[0]: must be ${proxy}, not null`,
    ],
    ...['https://www.example.org', 'www.example.org:443', 'a b', 'www.*.org', ''].map((host) => [
      `server: { allowed_hosts: ["${host}"] }`,
      `1:27: server.allowed_hosts[0]: must be ${allowedHost}, not "${host}"`,
    ]),
    ['admin: { enabled: yes }', '1:19: admin.enabled: must be true or false, not "yes"'],
    ['admin: { path: a/b }', `1:16: admin.path: must be ${path}, not "a/b"`],
    ['admin: { path: "" }', `1:16: admin.path: must be ${path}, not ""`],
    ['admin: { path: __platform }', `1:16: admin.path: must be ${path}, not "__platform"`],
    ['admin: { path: Media }', `1:16: admin.path: must be ${path}, not "Media"`],
    [
      'database: { url: "mysql://h" }',
      '1:18: database.url: must be an address, such as postgres://user:password@host:5432/name',
    ],
    [
      'database: { pool_size: 0 }',
      '1:24: database.pool_size: must be a whole number from 1 to 500, not 0',
    ],
    [
      'storage: { data_directory: " " }',
      '1:28: storage.data_directory: must be the path of a directory, not " "',
    ],
    [
      'content: { watch: pol }',
      '1:19: content.watch: must be one of auto, events, poll, off, not "pol"; did you mean poll?',
    ],
    ['content: { poll_interval: 5 }', `1:27: content.poll_interval: must be ${poll}, not 5`],
    [
      'content: { poll_interval: 10ms }',
      `1:27: content.poll_interval: must be ${poll}, not "10ms"`,
    ],
    [
      'content: { poll_interval: 5 minutes }',
      `1:27: content.poll_interval: must be ${poll}, not "5 minutes"`,
    ],
    [
      'security: { session_ttl: 31d }',
      '1:26: security.session_ttl: must be a duration from 1m to 30d, such as 30m, not "31d"',
    ],
    ['limits: { json_body: 5 }', `1:22: limits.json_body: must be ${size}, not 5`],
    ['limits: { json_body: 1GiB }', `1:22: limits.json_body: must be ${size}, not "1GiB"`],
    ['limits: { json_body: -1 }', `1:22: limits.json_body: must be ${size}, not -1`],
  ])('%j', async (text, expected) => {
    expect(await mistakesFor({ files: { 'galley.yaml': text } })).toEqual([
      `galley.yaml:${expected}`,
    ]);
  });
});

describe('a ${NAME} without a valid variable', () => {
  test.each([
    ['admin:\n  path: ${NAME}', '2:9: admin.path: the environment variable NAME is not set'],
    [
      'server:\n  trusted_proxies:\n    - ${A}',
      '3:7: server.trusted_proxies[0]: the environment variable A is not set',
    ],
    [
      'admin:\n  path: ${my name}',
      '2:9: admin.path: must name a variable between the braces, or have $$ for a literal $',
    ],
    [
      'admin:\n  path: ${NAME',
      '2:9: admin.path: must name a variable between the braces, or have $$ for a literal $',
    ],
  ])('is a mistake: %j', async (text, expected) => {
    expect(await mistakesFor({ files: { 'galley.yaml': text } })).toEqual([
      `galley.yaml:${expected}`,
    ]);
  });

  test('does not hide other mistakes in the file', async () => {
    const text = 'server: { port: x }\nadmin: { path: "${A}" }\nlimits: { json_body: 5 }\n';
    const mistakes = await mistakesFor({ files: { 'galley.yaml': text } });
    expect(mistakes.map((mistake) => mistake.split(': ').slice(0, 2).join(' '))).toEqual([
      'galley.yaml:1:17 server.port',
      'galley.yaml:2:16 admin.path',
      'galley.yaml:3:22 limits.json_body',
    ]);
  });

  test('reports the value of the variable', async () => {
    const given = {
      files: { 'galley.yaml': 'server:\n  port: ${PORT}' },
      environment: { PORT: 'http' },
    };
    expect(await mistakesFor(given)).toEqual([
      'galley.yaml:2:9: server.port: must be a whole number from 0 to 65535, not "http"',
    ]);
  });
});

test('one error lists the mistakes of all sources', async () => {
  const error = await refusalFor({
    files: { 'galley.yaml': 'server: { port: x }\nzebra: 1\n', 'a.yaml': 'admin: { path: a b }' },
    overlays: ['a.yaml', 'missing.yaml'],
    environment: { GALLEY_SERVER__PROT: '1', GALLEY_ADMIN__ENABLED: 'maybe' },
    overrides: { server: { port: Number.NaN } },
  });
  expect([error.code, error.kind]).toEqual(['invalid_configuration', 'invalid']);
  expect(error.message.split('\n')[0]).toBe('The configuration is not valid (7 mistakes):');
  expect(error.details.errors?.map((mistake) => mistake.path)).toEqual([
    'server.port',
    'zebra',
    'admin.path',
    '',
    'server.prot',
    'admin.enabled',
    'server.port',
  ]);
  expect(listMistakes(error).map((mistake) => mistake.split(': ')[0])).toEqual([
    'galley.yaml:1:17',
    'galley.yaml:2:1',
    'a.yaml:1:16',
    'missing.yaml',
    'environment variable GALLEY_SERVER__PROT',
    'environment variable GALLEY_ADMIN__ENABLED',
    'command line',
  ]);
});

test('mistakes are found even if a later source overrides the value', async () => {
  const mistakes = await mistakesFor({
    files: { 'galley.yaml': 'server: { port: x }' },
    environment: { GALLEY_SERVER__PORT: '9000' },
  });
  expect(mistakes).toHaveLength(1);
});

describe('a mistake outside files names its source', () => {
  test.each<[string, Given, string]>([
    [
      'an unknown setting in the environment',
      { environment: { GALLEY_SERVER__PROT: '1' } },
      'environment variable GALLEY_SERVER__PROT: server.prot: unknown key; did you mean server.port?',
    ],
    [
      'an unknown section in the environment',
      { environment: { GALLEY_SERVR__PORT: '1' } },
      'environment variable GALLEY_SERVR__PORT: servr: unknown key; did you mean server?',
    ],
    [
      'a setting of the environment with too many levels',
      { environment: { GALLEY_SERVER__PORT__X: '1' } },
      'environment variable GALLEY_SERVER__PORT__X: server.port: must be a whole number from 0 to 65535, not {…}',
    ],
    [
      'DATABASE_URL',
      { environment: { DATABASE_URL: 'mysql://h' } },
      'environment variable DATABASE_URL: database.url: must be an address, such as postgres://user:password@host:5432/name',
    ],
    [
      'the command line',
      { overrides: { server: { port: 70_000 } } },
      'command line: server.port: must be a whole number from 0 to 65535, not 70000',
    ],
    [
      'an overlay that does not exist',
      { environment: { GALLEY_CONFIG_OVERLAYS: 'no.yaml' } },
      'no.yaml: this configuration overlay does not exist in the project directory',
    ],
    ['an overlay that is a folder', { overlays: ['.'] }, '.: cannot be read (EISDIR)'],
  ])('%s', async (_name, given, expected) => {
    expect(await mistakesFor(given)).toEqual([expected]);
  });
});
