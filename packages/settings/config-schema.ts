import type { z } from 'zod';
import { aiWriterSection } from './ai-writer-schema.ts';
import { backupSection } from './backup-schema.ts';
import {
  adminPath,
  allowedHosts,
  byteSize,
  choice,
  databaseUrl,
  directory,
  duration,
  host,
  integer,
  roleName,
  secretKey,
  trustedProxies,
  yesOrNo,
} from './config-values.ts';
import { coordinatorSection } from './coordinator-schema.ts';
import { mailSection } from './mail-schema.ts';
import { scimSection } from './scim-schema.ts';
import { listOf, optionalSetting, section, setting } from './shape.ts';
import { signInSection } from './sign-in-schema.ts';

/** The single source for types, validation, defaults and the reference page. Files use snake_case keys. */
export const configSchema = section({
  server: section({
    host: setting(host(), {
      default: '127.0.0.1',
      description:
        'Address on which the server listens. `0.0.0.0` or `::` listens on every address.',
    }),
    port: setting(integer(0, 65_535), {
      default: 8080,
      description: 'Port on which the server listens; 0 takes any free one.',
    }),
    workers: setting(integer(0, 128), {
      default: 1,
      description:
        'Number of server processes on one port; 0 starts one per core. Each has its own connection pool and cache.',
    }),
    trusted_proxies: setting(trustedProxies(), {
      default: [],
      description:
        'Reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are trusted. None by default.',
    }),
    allowed_hosts: setting(allowedHosts(), {
      default: [],
      description:
        'Further hosts that requests may name, such as `www.example.org`, `*.example.org` or `10.0.0.5`; `*` for every host. Always allowed are the host of the site’s `url`, `localhost` and other loopback names, `host`, and the address that a connection was made to. Other requests are answered with 400 `unknown_host`, except for probes and metrics.',
    }),
    cache: setting(byteSize('1MiB', '64GiB', '128MiB'), {
      default: '128MiB',
      description: 'Memory of each process for its cache of public pages and data.',
    }),
    shutdown_delay: setting(duration('0s', '10m', '0s'), {
      default: '0s',
      description:
        'Time for which a stopping server or coordinator keeps answering while its readiness probe fails. Set it to the time your proxy takes to notice.',
    }),
    shutdown_timeout: setting(duration('1s', '1d', '10s'), {
      default: '10s',
      description: 'Time for running requests to finish after that.',
    }),
  }),
  site: section({
    stale_if_error: setting(duration('0s', '1d', '10m'), {
      default: '10m',
      description:
        'Time for which public pages, feeds and data may be served stale while the database does not answer; `0s` to disable.',
    }),
  }),
  admin: section({
    enabled: setting(yesOrNo(), {
      default: true,
      description: 'Serve the admin and its API.',
    }),
    path: setting(adminPath(), {
      default: '__admin',
      description: 'First segment of every admin address.',
    }),
  }),
  database: section({
    url: optionalSetting(
      databaseUrl(),
      'PostgreSQL database. If unset, Galley runs an embedded server in the data directory.',
    ),
    direct_url: optionalSetting(
      databaseUrl(),
      'The same database and user without the connection pooler in `url`, for locks, notifications and other uses that need a session. Required only if `url` leads to PgBouncer with `pool_mode = transaction`.',
    ),
    owner_url: optionalSetting(
      databaseUrl(),
      'The same database as its owner, used for migrations. `url` then only gets the rights that the application needs and cannot alter the audit log. If unset, `url` is the owner. Must not use a pooler.',
    ),
    pool_size: setting(integer(1, 500), {
      default: 10,
      description:
        'Maximum connections per process; with `direct_url`, the same number again for it.',
    }),
  }),
  storage: section({
    content_directory: setting(directory(), {
      default: 'content',
      description: 'Content tree: documents, media and site settings.',
    }),
    data_directory: setting(directory(), {
      default: 'data',
      description: 'Embedded database, keys and runtime state. Never part of a content backup.',
    }),
    public_directory: setting(directory(), {
      default: 'public',
      description: 'Static output. A build replaces its contents.',
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
      description: 'Detection of edits on disk: file system events, polling, off, or automatic.',
    }),
    poll_interval: setting(duration('50ms', '1h', '1s'), {
      default: '1s',
      description: 'Polling interval.',
    }),
  }),
  build: section({
    on_publish: setting(yesOrNo(), {
      default: true,
      description: 'Rebuild the static output automatically after public changes.',
    }),
    platform_api: setting(yesOrNo(), {
      default: true,
      description: 'Include the platform API in the static output, as JSON files.',
    }),
  }),
  backup: backupSection,
  security: section({
    session_ttl: setting(duration('1m', '30d', '30m'), {
      default: '30m',
      description: 'Session lifetime without activity.',
    }),
    session_absolute_ttl: setting(duration('1m', '365d', '12h'), {
      default: '12h',
      description: 'Maximum session lifetime, regardless of activity.',
    }),
    require_mfa: setting(yesOrNo(), {
      default: false,
      description:
        'Require a second factor of every user. Users without one may sign in only to set it up.',
    }),
    require_passkey: setting(listOf(roleName(), '[admin, editor]'), {
      default: [],
      description:
        'Roles whose people must have a passkey. People without one may sign in only to add it; then they sign in with it, or with a recovery code.',
    }),
    token_max_lifetime: setting(duration('1d', '366d', '366d'), {
      default: '366d',
      description:
        'Maximum lifetime of new API tokens, from their creation or rotation. Existing tokens keep their end.',
    }),
    encryption_key: optionalSetting(
      secretKey(),
      'Key that encrypts second factors and signs cookies. If unset, a key is created in the data directory at the first start. Set it by environment.',
    ),
  }),
  sign_in: signInSection,
  audit: section({
    retention: optionalSetting(
      duration('30d', '36500d', '730d'),
      'Retention of the audit log. Unlimited if unset.',
    ),
  }),
  coordinator: coordinatorSection,
  webhooks: section({
    private_hosts: setting(allowedHosts(), {
      default: [],
      description:
        'Hosts in your own network that webhooks may address, also with `http://`, such as `10.0.0.5` or `search.internal`. Other addresses of this machine and its network are refused.',
    }),
  }),
  mail: mailSection,
  scim: scimSection,
  plugins: section({ aiwriter: aiWriterSection }),
  limits: section({
    json_body: setting(byteSize('1KiB', '64MiB', '64KiB'), {
      default: '64KiB',
      description: 'Maximum size of a JSON request body.',
    }),
    document_body: setting(byteSize('1KiB', '1GiB', '8MiB'), {
      default: '8MiB',
      description: 'Maximum size of a request body with a document.',
    }),
    upload: setting(byteSize('1KiB', '1024GiB', '256MiB'), {
      default: '256MiB',
      description: 'Maximum size of an uploaded file.',
    }),
    connections_per_address: setting(integer(0, 1_000_000), {
      default: 256,
      description:
        'Maximum connections from one address to one process; 0 for no limit. Local addresses and trusted proxies are not counted.',
    }),
    sign_in_requests_per_minute: setting(integer(0, 1_000_000), {
      default: 600,
      description:
        'Sign-in, set-up and password reset requests per address; 0 for no limit. Failed attempts have lower limits.',
    }),
    public_requests_per_minute: setting(integer(0, 1_000_000), {
      default: 12_000,
      description: 'API requests per address without a session or token; 0 for no limit.',
    }),
    form_entries_per_minute: setting(integer(0, 1_000_000), {
      default: 10,
      description:
        'Entries of forms per address, refused ones included; 0 for no limit. The whole site accepts 30 times as many.',
    }),
    session_requests_per_minute: setting(integer(0, 1_000_000), {
      default: 12_000,
      description: 'Requests per session or token; 0 for no limit.',
    }),
  }),
});

/** Durations in milliseconds, sizes in bytes, absolute directories. */
export type Config = z.output<typeof configSchema>;

export type ConfigInput = z.input<typeof configSchema>;
