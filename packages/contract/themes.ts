import { z } from 'zod';
import { defineNoun } from './operation.ts';
import { okResponse, text } from './shapes.ts';

const settingValue = z.union([z.string(), z.number(), z.boolean()]);

const themeSetting = z
  .object({
    name: z.string(),
    label: z.string(),
    type: z.enum(['text', 'textarea', 'number', 'boolean', 'select', 'color', 'url']),
    default: settingValue,
    help: z.string(),
    options: z.array(z.string()).meta({ description: 'Options of a `select`.' }),
    value: settingValue.meta({
      description:
        'Value from `theme_settings` in `config/site.yaml`; the default if the value is missing or invalid.',
    }),
  })
  .meta({ id: 'ThemeSetting' });

const scheme = z.enum(['light', 'dark']);

const themeInfo = z
  .object({
    name: z.string(),
    version: z.string(),
    author: z.string(),
    description: z.string(),
    enabled: z.boolean().meta({ description: 'Whether the site uses this theme.' }),
    builtin: z.boolean().meta({ description: 'Whether the theme is built into Galley.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Reason why the theme cannot be used, with file and line.' }),
    previous_version: z.string().nullable().meta({
      description: 'Version that the last update replaced; `themes/rollback` restores it.',
    }),
    screenshots: z.array(scheme).meta({
      description:
        'Colour schemes with a picture: `light` for `screenshot.webp`, `dark` for `screenshot-dark.webp`.',
    }),
    settings: z.array(themeSetting),
  })
  .meta({ id: 'ThemeInfo' });

const manage = { capability: 'themes.manage' } as const;
const name = () => text().min(1).max(200);

export const themes = defineNoun('themes', {
  list: {
    get: '/themes',
    access: manage,
    summary: 'All themes by name, including broken ones',
    answer: z.array(themeInfo),
    problems: [],
    example: {},
  },

  screenshot: {
    get: '/themes/screenshot',
    access: manage,
    summary: 'Picture of a theme, from its folder',
    query: z.strictObject({
      name: name(),
      scheme: scheme.default('light'),
    }),
    answer: z.object({}).meta({ override: { type: 'string', format: 'binary' } }),
    streams: ['image/webp'],
    problems: ['theme_not_found'],
    example: { query: { name: 'default' } },
  },

  install: {
    post: '/themes/install',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'theme.install' },
    summary: 'Install or update a theme; an invalid theme is rejected as a whole',
    body: z.strictObject({
      source: text().min(1).max(2_000).meta({
        description:
          '`https://` address of a ZIP, or path of a ZIP or folder, relative to the project folder.',
      }),
      name: name().optional().meta({
        description: 'Name of the theme in this project; default: the name in its `theme.yaml`.',
      }),
    }),
    answer: themeInfo,
    problems: [
      'already_exists',
      'theme_install_running',
      'invalid_archive',
      'invalid_theme',
      'invalid_theme_source',
      'themes_not_written',
      'upstream_failed',
      'upstream_timeout',
      'reauthentication_required',
    ],
    example: { body: { source: 'no-such-theme.zip' }, refused: [422, 'invalid_theme_source'] },
  },

  switch: {
    post: '/themes/switch',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'theme.switch', target: 'name' },
    summary: 'Switch the site to another theme and save the choice in `config/site.yaml`',
    body: z.strictObject({ name: name() }),
    answer: okResponse,
    problems: [
      'theme_not_found',
      'invalid_theme',
      'invalid_theme_settings',
      'invalid_site_settings',
      'settings_not_written',
      'reauthentication_required',
    ],
    example: { body: { name: 'no-such-theme' }, refused: [404, 'theme_not_found'] },
  },

  upload: {
    post: '/themes/upload',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'theme.install' },
    summary: 'Install or update a theme from an uploaded ZIP; the replaced version is kept',
    multipart: true,
    body: z.strictObject({
      replace: z.enum(['true', 'false']).default('false').meta({
        description: 'Replace a theme of the same name.',
      }),
    }),
    answer: themeInfo,
    problems: [
      'already_exists',
      'theme_install_running',
      'invalid_archive',
      'invalid_theme',
      'themes_not_written',
      'payload_too_large',
      'unsupported_media_type',
      'storage_failed',
      'insufficient_storage',
      'reauthentication_required',
    ],
    example: {
      body: { replace: 'true' },
      file: { name: 'ink.zip', content: 'PK' },
      refused: [422, 'invalid_archive'],
    },
  },

  rollback: {
    post: '/themes/rollback',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'theme.rollback', target: 'name' },
    summary: 'Exchange the installed version of a theme and the previous one',
    body: z.strictObject({ name: name() }),
    answer: themeInfo,
    problems: [
      'theme_not_found',
      'theme_built_in',
      'no_previous_version',
      'invalid_theme',
      'theme_install_running',
      'themes_not_written',
      'reauthentication_required',
    ],
    example: { body: { name: 'no-such-theme' }, refused: [404, 'theme_not_found'] },
  },

  delete: {
    post: '/themes/delete',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'theme.delete', target: 'name' },
    summary: 'Delete a theme that neither the site nor another theme uses; its settings are kept',
    body: z.strictObject({ name: name() }),
    answer: okResponse,
    problems: [
      'theme_not_found',
      'theme_built_in',
      'theme_in_use',
      'theme_install_running',
      'themes_not_written',
      'reauthentication_required',
    ],
    example: { body: { name: 'no-such-theme' }, refused: [404, 'theme_not_found'] },
  },
});
