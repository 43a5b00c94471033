import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from './config.ts';
import {
  loadTestConfig,
  createDirectory,
  listMistakes,
  captureError,
  type GivenConfig,
} from './fixtures.ts';
import { givenSecurity, securityDefaults } from './security-values.fixtures.ts';

test('every setting has its default without files, environment and options', async () => {
  const projectDirectory = await createDirectory({});
  expect(await loadConfig({ projectDirectory, overlays: [], environment: {} })).toEqual({
    server: {
      host: '127.0.0.1',
      port: 8080,
      workers: 1,
      trustedProxies: [],
      allowedHosts: [],
      cache: 134_217_728,
      shutdownDelay: 0,
      shutdownTimeout: 10_000,
    },
    site: { staleIfError: 600_000 },
    admin: { enabled: true, path: '__admin' },
    database: { poolSize: 10 },
    storage: {
      contentDirectory: path.join(projectDirectory, 'content'),
      dataDirectory: path.join(projectDirectory, 'data'),
      publicDirectory: path.join(projectDirectory, 'public'),
      themesDirectory: path.join(projectDirectory, 'themes'),
      pluginsDirectory: path.join(projectDirectory, 'plugins'),
    },
    content: { watch: 'auto', pollInterval: 1_000 },
    build: { onPublish: true, platformApi: true },
    backup: {
      directory: path.join(projectDirectory, '.service/backups'),
      onChange: false,
      debounce: 300_000,
      interval: 3_600_000,
      schedule: { timeZone: 'UTC', media: true, database: true },
      retention: {},
      git: { username: 'git' },
      encryption: { recipients: [] },
      s3: undefined,
    },
    security: securityDefaults,
    audit: {},
    coordinator: expect.objectContaining({
      enforcement: 'recorded',
      workspace: { id: 'default', displayName: 'Default' },
    }) as unknown,
    webhooks: { privateHosts: [] },
    signIn: { providers: {} },
    mail: undefined,
    scim: { enabled: false, defaultRole: 'author', groups: {}, invite: false },
    plugins: {
      aiwriter: {
        baseUrl: 'https://api.openai.com/v1',
        model: 'gpt-4o-mini',
        maxTokens: 1_024,
        maxTokensParameter: 'max_tokens',
        temperature: 0.7,
        timeout: 60_000,
        requestsPerMinute: 10,
        tokensPerDay: 100_000,
      },
    },
    limits: {
      jsonBody: 65_536,
      documentBody: 8_388_608,
      upload: 268_435_456,
      connectionsPerAddress: 256,
      signInRequestsPerMinute: 600,
      publicRequestsPerMinute: 12_000,
      formEntriesPerMinute: 10,
      sessionRequestsPerMinute: 12_000,
    },
  });
});

test('galley.yaml can contain every setting', async () => {
  const text = `
server:
  host: "::"
  port: 0
  workers: 4
  trusted_proxies: [loopback, 10.0.0.0/8, "fd00::/8", 192.0.2.1]
  allowed_hosts: [www.example.org, "*.example.net", 192.0.2.1, "fd00::1", "*"]
  cache: 1GiB
  shutdown_delay: 15s
  shutdown_timeout: 2m
site: { stale_if_error: 0s }
admin: { enabled: false, path: desk-2 }
database:
  url: "postgresql://u:p@h:5432/n"
  owner_url: "postgresql://o:p@h:5432/n"
  pool_size: 3
storage:
  content_directory: texts
  data_directory: /srv/data
  public_directory: ../out
  themes_directory: looks
  plugins_directory: more
content: { watch: poll, poll_interval: 250ms }
build: { on_publish: false, platform_api: false }
backup:
  directory: data/backups
  on_change: true
  debounce: 1m
  interval: 1d
  schedule: { cron: 30 2 * * *, time_zone: Europe/Berlin, media: false, database: false }
  retention: { keep: 30, age: 90d }
  git: { push_url: https://git.example.org/press.git, username: press, token: '123' }
security:
  { session_ttl: 5m, session_absolute_ttl: 7d, require_mfa: true, require_passkey: [admin], encryption_key: 0123456789abcdefghijklmnopqrstuv }
audit: { retention: 90d }
coordinator:
  enforcement: enforced
  workspace: { id: press, display_name: The press, repository: git@example.org:press.git }
plugins:
  aiwriter:
    base_url: http://localhost:11434/v1/
    model: llama3.2:3b
    max_tokens: 500
    max_tokens_parameter: max_completion_tokens
    temperature: 1
    timeout: 5m
    requests_per_minute: 0
    tokens_per_day: 0
limits:
  json_body: 100000
  upload: 2GiB
  document_body: 1MB
  connections_per_address: 12
  sign_in_requests_per_minute: 1
  public_requests_per_minute: 2
  form_entries_per_minute: 3
  session_requests_per_minute: 0
`;
  const projectDirectory = await createDirectory({ 'galley.yaml': text });
  expect(await loadConfig({ projectDirectory, overlays: [], environment: {} })).toEqual({
    server: {
      host: '::',
      port: 0,
      workers: 4,
      trustedProxies: ['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.1'],
      allowedHosts: ['www.example.org', '*.example.net', '192.0.2.1', 'fd00::1', '*'],
      cache: 1_073_741_824,
      shutdownDelay: 15_000,
      shutdownTimeout: 120_000,
    },
    site: { staleIfError: 0 },
    admin: { enabled: false, path: 'desk-2' },
    database: {
      url: 'postgresql://u:p@h:5432/n',
      ownerUrl: 'postgresql://o:p@h:5432/n',
      poolSize: 3,
    },
    storage: {
      contentDirectory: path.join(projectDirectory, 'texts'),
      dataDirectory: '/srv/data',
      publicDirectory: path.resolve(projectDirectory, '../out'),
      themesDirectory: path.join(projectDirectory, 'looks'),
      pluginsDirectory: path.join(projectDirectory, 'more'),
    },
    content: { watch: 'poll', pollInterval: 250 },
    build: { onPublish: false, platformApi: false },
    backup: {
      directory: path.join(projectDirectory, 'data/backups'),
      onChange: true,
      debounce: 60_000,
      interval: 86_400_000,
      schedule: { cron: '30 2 * * *', timeZone: 'Europe/Berlin', media: false, database: false },
      retention: { keep: 30, age: 7_776_000_000 },
      git: { pushUrl: 'https://git.example.org/press.git', username: 'press', token: '123' },
      encryption: { recipients: [] },
      s3: undefined,
    },
    security: givenSecurity,
    audit: { retention: 7_776_000_000 },
    coordinator: expect.objectContaining({
      enforcement: 'enforced',
      workspace: {
        id: 'press',
        displayName: 'The press',
        repository: 'git@example.org:press.git',
      },
    }) as unknown,
    webhooks: { privateHosts: [] },
    mail: undefined,
    scim: { enabled: false, defaultRole: 'author', groups: {}, invite: false },
    signIn: { providers: {} },
    plugins: {
      aiwriter: {
        baseUrl: 'http://localhost:11434/v1',
        model: 'llama3.2:3b',
        maxTokens: 500,
        maxTokensParameter: 'max_completion_tokens',
        temperature: 1,
        timeout: 300_000,
        requestsPerMinute: 0,
        tokensPerDay: 0,
      },
    },
    limits: {
      jsonBody: 100_000,
      documentBody: 1_000_000,
      upload: 2_147_483_648,
      connectionsPerAddress: 12,
      signInRequestsPerMinute: 1,
      publicRequestsPerMinute: 2,
      formEntriesPerMinute: 3,
      sessionRequestsPerMinute: 0,
    },
  });
});

describe('precedence of sources', () => {
  const all: GivenConfig = {
    files: {
      'galley.yaml': 'server: { port: 1, host: one }\nadmin: { path: one }\n',
      'a.yaml': 'server: { port: 2 }',
      'b.yaml': 'server: { port: 3 }',
      'c.yaml': 'server: { port: 4 }',
    },
    overlays: ['c.yaml'],
    environment: { GALLEY_CONFIG_OVERLAYS: 'a.yaml:b.yaml', GALLEY_SERVER__PORT: '5' },
    overrides: { server: { port: 6 } },
  };

  test.each<[string, GivenConfig, number]>([
    ['galley.yaml over the default', { files: all.files! }, 1],
    ['an overlay over galley.yaml', { files: all.files!, overlays: ['a.yaml'] }, 2],
    [
      'a later overlay of the environment over an earlier one',
      { files: all.files!, environment: { GALLEY_CONFIG_OVERLAYS: 'a.yaml:b.yaml' } },
      3,
    ],
    [
      'an overlay of the command line over one of the environment',
      { ...all, environment: { GALLEY_CONFIG_OVERLAYS: 'a.yaml:b.yaml' }, overrides: {} },
      4,
    ],
    ['the environment over all files', { ...all, overrides: {} }, 5],
    ['the command line over everything', all, 6],
  ])('%s', async (_name, given, port) => {
    expect((await loadTestConfig(given)).server.port).toBe(port);
  });

  test('settings missing from a later source keep their value', async () => {
    const config = await loadTestConfig(all);
    expect([config.server.host, config.admin.path]).toEqual(['one', 'one']);
  });

  test('a list in an overlay replaces the earlier list', async () => {
    const config = await loadTestConfig({
      files: {
        'galley.yaml': 'server: { trusted_proxies: [loopback, 10.0.0.1] }',
        'a.yaml': 'server: { trusted_proxies: [10.0.0.2] }',
      },
      overlays: ['a.yaml'],
    });
    expect(config.server.trustedProxies).toEqual(['10.0.0.2']);
  });

  test('an absent command-line option changes nothing', async () => {
    const config = await loadTestConfig({ ...all, overrides: { server: { port: undefined } } });
    expect(config.server.port).toBe(5);
  });

  test('a key or a section without a value is ignored', async () => {
    const config = await loadTestConfig({
      files: { 'galley.yaml': 'server: { port: 1 }', 'a.yaml': 'server:\n  port:\nadmin:\n' },
      overlays: ['a.yaml'],
    });
    expect([config.server.port, config.admin.path]).toEqual([1, '__admin']);
  });

  test('an empty file is ignored', async () => {
    expect(
      (await loadTestConfig({ files: { 'galley.yaml': '# nothing yet\n' } })).server.port,
    ).toBe(8080);
  });
});

describe('database.url', () => {
  const file = { 'galley.yaml': 'database: { url: "postgres://file/x" }' };
  const DATABASE_URL = 'postgres://platform/x';
  const GALLEY_DATABASE__URL = 'postgres://explicit/x';

  test.each<[string, GivenConfig, string | undefined]>([
    ['is absent without any source', {}, undefined],
    ['comes from DATABASE_URL as the last resort', { environment: { DATABASE_URL } }, DATABASE_URL],
    [
      'comes from galley.yaml before DATABASE_URL',
      { files: file, environment: { DATABASE_URL } },
      'postgres://file/x',
    ],
    [
      'comes from GALLEY_DATABASE__URL before any file or DATABASE_URL',
      { files: file, environment: { DATABASE_URL, GALLEY_DATABASE__URL } },
      GALLEY_DATABASE__URL,
    ],
    [
      'comes from the command line before everything else',
      {
        environment: { DATABASE_URL, GALLEY_DATABASE__URL },
        overrides: { database: { url: 'postgres://cli/x' } },
      },
      'postgres://cli/x',
    ],
    ['ignores an empty DATABASE_URL', { environment: { DATABASE_URL: '' } }, undefined],
  ])('%s', async (_name, given, url) => {
    expect((await loadTestConfig(given)).database.url).toBe(url);
  });
});

describe('the environment', () => {
  test('gives each value the type of its setting', async () => {
    const { server, admin, content, limits } = await loadTestConfig({
      environment: {
        GALLEY_SERVER__PORT: '9000',
        GALLEY_SERVER__HOST: '10',
        GALLEY_SERVER__TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,',
        GALLEY_ADMIN__ENABLED: 'False',
        GALLEY_CONTENT__POLL_INTERVAL: '5s',
        GALLEY_LIMITS__JSON_BODY: '2048',
        GALLEY_LIMITS__DOCUMENT_BODY: '2MiB',
      },
    });
    const trustedProxies = ['loopback', '10.0.0.0/8'];
    expect(server).toMatchObject({ port: 9000, host: '10', trustedProxies });
    expect(admin.enabled).toBe(false);
    expect(content.pollInterval).toBe(5_000);
    expect(limits).toMatchObject({ jsonBody: 2_048, documentBody: 2_097_152 });
  });

  test('accepts lower case', async () => {
    expect(
      (await loadTestConfig({ environment: { galley_Server__port: '9000' } })).server.port,
    ).toBe(9000);
  });

  test('ignores other variables', async () => {
    const environment = {
      GALLEY_CONFIG_OVERLAYS: '',
      GALLEY_ADMIN_USERNAME: 'ada',
      GALLEY_ADMIN_PASSWORD: 'a very long secret',
      GALLEY_SECRET__KEY: 'x',
      GALLEY_AIWRITER_API_KEY: 'y',
      OTHER__THING: 'z',
      GALLEY_SERVER__PORT: '',
      GALLEY_SERVER__HOST: undefined,
    };
    expect(await loadTestConfig({ environment })).toMatchObject({
      server: { port: 8080, host: '127.0.0.1' },
    });
  });
});

describe('storage directories', () => {
  test.each([
    ['data_directory: content', 'data_directory', 'content_directory'],
    ['data_directory: content/data', 'data_directory', 'content_directory'],
    ['public_directory: .', 'public_directory', 'content_directory'],
  ])('are rejected if they overlap: %s', async (line, key, other) => {
    const text = `storage:\n  ${line}\n`;
    const error = await captureError(() => loadTestConfig({ files: { 'galley.yaml': text } }));
    expect(listMistakes(error)[0]).toBe(
      `galley.yaml:2:${5 + key.length}: storage.${key}: must not contain or be inside the directory of storage.${other}; use separate directories`,
    );
  });

  test.each(['content', 'public'])('cannot contain backups: %s', async (name) => {
    const text = `backup: { directory: ./${name}/backups }\n`;
    const error = await captureError(() => loadTestConfig({ files: { 'galley.yaml': text } }));
    expect(listMistakes(error)).toEqual([
      `galley.yaml:1:22: backup.directory: must not contain or be inside the directory of storage.${name}_directory; use separate directories`,
    ]);
  });

  test('are rejected with the source of the value', async () => {
    const environment = { GALLEY_STORAGE__DATA_DIRECTORY: 'content' };
    const error = await captureError(() => loadTestConfig({ environment }));
    expect(listMistakes(error)[0]).toContain(
      'environment variable GALLEY_STORAGE__DATA_DIRECTORY: ',
    );
  });

  test('can share a name prefix', async () => {
    const config = await loadTestConfig({
      overrides: { storage: { data_directory: 'content-data' } },
    });
    expect(path.basename(config.storage.dataDirectory)).toBe('content-data');
  });
});
