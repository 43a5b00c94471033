import type { PluginInfo } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { pluginWords } from './plugin-words.ts';

/** To the settings of a plugin, where it has some; those of the AI writer are the server's own. */
export function SettingsLink({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { name, builtin, has_settings } = plugin;
  const words = useWords(pluginWords);
  if (!has_settings && !(builtin && name === 'aiwriter')) return null;
  return (
    <Link className="button" to={'/settings/$section'} params={{ section: `plugin:${name}` }}>
      {words.settings}
      <span className="sr-only"> {name}</span>
    </Link>
  );
}
