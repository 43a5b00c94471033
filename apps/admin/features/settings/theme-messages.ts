import { defineMessages, withValues } from '../../lib/messages.ts';

export const themeMessages = defineMessages('theme', {
  pictureOf: withValues<{ name: string }>('Front page with the theme {name}'),
  noPicture: 'No preview image',
  title: 'Themes',
  about: 'How your site looks to readers.',
  install: 'Install theme',
  installAction: 'Install',
  installing: 'Downloading and checking the theme. This can take a minute.',
  installAbout:
    'A theme is code that renders your pages, so install only themes you trust. Themes with errors aren’t installed. Your site doesn’t change until you switch to the new theme.',
  source: 'Address or path',
  sourceHelp:
    'The https:// address of a ZIP file, or the path of a ZIP file or folder, relative to the project folder.',
  sourceMissing: 'Enter an address or a path',
  name: 'Name',
  nameHelp: 'Optional. Defaults to the name in the theme.',
  installed: withValues<{ name: string }>('{name} installed.'),
  active: 'Active',
  builtin: 'Built-in',
  by: withValues<{ author: string }>('by {author}'),
  version: withValues<{ version: string }>('Version {version}'),
  broken: 'Broken',
  use: 'Use this theme',
  isActive: 'This theme is already active',
  isBroken: 'Fix the theme first',
  switchTitle: withValues<{ name: string }>('Switch to {name}?'),
  switchText: withValues<{ name: string; old: string }>(
    'All pages use {name} immediately, for all readers. Content, addresses and settings don’t change. You can switch back to {old} at any time.',
  ),
  switchAction: 'Switch',
  switched: withValues<{ name: string }>('{name} is now the active theme.'),
  undo: 'Undo',
  none: 'No themes',
});
