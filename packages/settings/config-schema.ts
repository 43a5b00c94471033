import type { z } from 'zod';
import { aiWriterSection } from './ai-writer-schema.ts';
import {
  accessToken,
  adminPath,
  allowedHosts,
  byteSize,
  choice,
  databaseUrl,
  directory,
  duration,
  gitAddress,
  host,
  integer,
  secretKey,
  trustedProxies,
  words,
  yesOrNo,
} from './config-values.ts';
import { coordinatorSection } from './coordinator-schema.ts';
import { optionalSetting, section, setting } from './shape.ts';

/**
 * Every runtime setting: the type, the checks, the defaults and the reference page all come from here.
 * Keys are snake_case as in the files; what `loadConfig` gives is camelCase.
 */
export const configSchema = section({
  server: section({
    host: setting(host(), {
      default: '127.0.0.1',
      description: 'Where the server listens. `0.0.0.0` or `::` listens on every address.',
    }),
    port: setting(integer(0, 65_535), {
      default: 8080,
      description: 'The port it listens on; 0 takes any free one.',
    }),
    workers: setting(integer(0, 128), {
      default: 1,
      description:
        'How many processes serve, on one port; 0 is one for each core. Each of them has a pool of connections and a cache of its own.',
    }),
    trusted_proxies: setting(trustedProxies(), {
      default: [],
      description:
        'Reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. None by default.',
    }),
    allowed_hosts: setting(allowedHosts(), {
      default: [],
      description:
        'Further hosts that requests may name, such as `www.example.org`, `*.example.org` or `10.0.0.5`; `*` for every host. Always allowed are the host of the site’s `url`, `localhost` and other loopback names, `host`, and the address that a connection was made to. Other requests are answered with 400 `unknown_host`, except for probes and metrics.',
    }),
    cache: setting(byteSize('1MiB', '64GiB', '128MiB'), {
      default: '128MiB',
      description:
        'How much memory each process spends on public pages and data that are ready to be sent.',
    }),
    shutdown_delay: setting(duration('0s', '10m', '0s'), {
      default: '0s',
      description:
        'How long a server or coordinator that was told to stop goes on answering, while its probe says that it is about to stop: as long as a proxy that asks the probe takes to notice.',
    }),
    shutdown_timeout: setting(duration('1s', '1d', '10s'), {
      default: '10s',
      description: 'How long answers that are under way may take after that.',
    }),
  }),
  site: section({
    stale_if_error: setting(duration('0s', '1d', '10m'), {
      default: '10m',
      description:
        'How long public pages, feeds and data are sent as they were last known, while the database does not answer; `0s` for not at all.',
    }),
  }),
  admin: section({
    enabled: setting(yesOrNo(), {
      default: true,
      description: 'Whether the admin and its API are served.',
    }),
    path: setting(adminPath(), {
      default: '__admin',
      description: 'The first segment of every address of the admin.',
    }),
  }),
  database: section({
    url: optionalSetting(
      databaseUrl(),
      'The PostgreSQL database. Without one, Galley runs its own server, whose data is in the data directory.',
    ),
    direct_url: optionalSetting(
      databaseUrl(),
      'The same database, as the same user, without the pooler that `url` leads through: for locks, notifications and other things that need a session. Needed where `url` leads to PgBouncer with `pool_mode = transaction`; not otherwise.',
    ),
    owner_url: optionalSetting(
      databaseUrl(),
      'The same database as its owner: migrations run with it, and `url` gets no more rights than the application needs, which leaves the audit log beyond its reach. Without it, `url` is the owner. It must not lead through a pooler.',
    ),
    pool_size: setting(integer(1, 500), {
      default: 10,
      description:
        'The most connections that one process holds open; with `direct_url`, as many again for that.',
    }),
  }),
  storage: section({
    content_directory: setting(directory(), {
      default: 'content',
      description: 'The content tree: documents, media and site settings.',
    }),
    data_directory: setting(directory(), {
      default: 'data',
      description: 'The embedded database, keys and runtime state. Never part of a content backup.',
    }),
    public_directory: setting(directory(), {
      default: 'public',
      description: 'Static output. A build replaces what is in it.',
    }),
    themes_directory: setting(directory(), {
      default: 'themes',
      description: 'Installed themes.',
    }),
    plugins_directory: setting(directory(), {
      default: 'plugins',
      description: 'Installed plugins.',
    }),
  }),
  content: section({
    watch: setting(choice('auto', 'events', 'poll', 'off'), {
      default: 'auto',
      description:
        'How edits on disk are noticed: by events of the file system, by looking again and again, not at all, or what suits the file system.',
    }),
    poll_interval: setting(duration('50ms', '1h', '1s'), {
      default: '1s',
      description: 'How long to wait between two looks when polling.',
    }),
  }),
  build: section({
    on_publish: setting(yesOrNo(), {
      default: true,
      description:
        'Whether the server brings the static output up to date by itself when something public has changed.',
    }),
    platform_api: setting(yesOrNo(), {
      default: true,
      description:
        'Whether the static output holds the answers of the platform API too, as JSON files.',
    }),
  }),
  backup: section({
    directory: setting(directory(), {
      default: '.service/backups',
      description:
        'Where backups are kept. Best on another disk than the content tree; never within it.',
    }),
    on_change: setting(yesOrNo(), {
      default: false,
      description: 'Whether a backup is made by itself after the content has changed.',
    }),
    debounce: setting(duration('1s', '1d', '5m'), {
      default: '5m',
      description:
        'How long the content has to be at rest before that backup is made; where it never is, it waits ten times as long.',
    }),
    interval: setting(duration('1s', '30d', '1h'), {
      default: '1h',
      description: 'How long after any backup the next one is made by itself, at the earliest.',
    }),
    retention: section({
      keep: optionalSetting(
        integer(1, 100_000),
        'How many backups are kept, the newest ones. Without it, any number.',
      ),
      age: optionalSetting(
        duration('1h', '36500d', '90d'),
        'How long backups are kept. The newest one is, however old, and for a week what is made before a restore. Without it, for ever.',
      ),
    }),
    git: section({
      push_url: optionalSetting(
        gitAddress(),
        'Another git repository, which each git snapshot is brought to. Without it, snapshots stay here.',
      ),
      username: setting(words(), {
        default: 'git',
        description: 'Who is to be let in there. With tokens, most take any name.',
      }),
      token: optionalSetting(
        accessToken(),
        'The password, or the token in its place. Best given by environment: `GALLEY_BACKUP__GIT__TOKEN`.',
      ),
    }),
  }),
  security: section({
    session_ttl: setting(duration('1m', '30d', '30m'), {
      default: '30m',
      description: 'How long a session lives without being used.',
    }),
    session_absolute_ttl: setting(duration('1m', '365d', '12h'), {
      default: '12h',
      description: 'How long a session lives at most, however much it is used.',
    }),
    require_mfa: setting(yesOrNo(), {
      default: false,
      description:
        'Whether everybody needs a second factor. Who has none may sign in to set one up, and for nothing else.',
    }),
    encryption_key: optionalSetting(
      secretKey(),
      'What second factors are encrypted and cookies are signed with. Without it, a key in the data directory, made at the first start. Best given by environment.',
    ),
  }),
  audit: section({
    retention: optionalSetting(
      duration('30d', '36500d', '730d'),
      'How long entries of the audit log are kept. Without it, for ever.',
    ),
  }),
  coordinator: coordinatorSection,
  plugins: section({ aiwriter: aiWriterSection }),
  limits: section({
    json_body: setting(byteSize('1KiB', '64MiB', '64KiB'), {
      default: '64KiB',
      description: 'The largest JSON request body.',
    }),
    document_body: setting(byteSize('1KiB', '1GiB', '8MiB'), {
      default: '8MiB',
      description: 'The largest request body that holds a document.',
    }),
    upload: setting(byteSize('1KiB', '1024GiB', '256MiB'), {
      default: '256MiB',
      description: 'The largest file that can be uploaded.',
    }),
    connections_per_address: setting(integer(0, 1_000_000), {
      default: 256,
      description:
        'The most connections that one address has open to one process; 0 for no limit. Those of this machine and of trusted proxies are not counted.',
    }),
    sign_in_requests_per_minute: setting(integer(0, 1_000_000), {
      default: 600,
      description:
        'Requests of one address that sign in, set up or reset a password; 0 for no limit. Failures have closer limits of their own.',
    }),
    public_requests_per_minute: setting(integer(0, 1_000_000), {
      default: 12_000,
      description: 'Requests of one address to the API without being signed in; 0 for no limit.',
    }),
    session_requests_per_minute: setting(integer(0, 1_000_000), {
      default: 12_000,
      description: 'Requests of one session or token; 0 for no limit.',
    }),
  }),
});

/** The runtime configuration. Durations are milliseconds, sizes bytes, directories absolute paths. */
export type Config = z.output<typeof configSchema>;

/** Settings as `galley.yaml` spells them, each of them optional. */
export type ConfigInput = z.input<typeof configSchema>;
