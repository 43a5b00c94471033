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
    options: z.array(z.string()).meta({ description: 'What a `select` can be.' }),
    value: settingValue.meta({
      description:
        'As `theme_settings` in `config/site.yaml` has it; the default where it says nothing that fits.',
    }),
  })
  .meta({ id: 'ThemeSetting' });

const themeInfo = z
  .object({
    name: z.string(),
    version: z.string(),
    author: z.string(),
    description: z.string(),
    enabled: z.boolean().meta({ description: 'The site is shown with it.' }),
    builtin: z.boolean().meta({ description: 'It comes with Galley.' }),
    problem: z
      .string()
      .nullable()
      .meta({ description: 'Why it cannot be used, with file and line.' }),
    settings: z.array(themeSetting),
  })
  .meta({ id: 'ThemeInfo' });

const manage = { capability: 'themes.manage' } as const;
const name = () => text().min(1).max(200);

export const themes = defineNoun('themes', {
  list: {
    get: '/themes',
    access: manage,
    summary: 'Every theme that the site can be shown with, by name, the broken ones among them',
    answer: z.array(themeInfo),
    problems: [],
    example: {},
  },

  install: {
    post: '/themes/install',
    access: manage,
    recentlyConfirmed: {},
    audited: { action: 'theme.install' },
    summary:
      'Install a theme, or another version of one. It is whole and usable, or nothing of it is kept',
    body: z.strictObject({
      source: text().min(1).max(2_000).meta({
        description:
          'An `https://` address of a ZIP, or the path of a ZIP or a folder, from the project’s folder.',
      }),
      name: name()
        .optional()
        .meta({ description: 'What it is called here; without it, what its `theme.yaml` says.' }),
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
    summary: 'Show the site with another theme, from now on; written into `config/site.yaml`',
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
});
