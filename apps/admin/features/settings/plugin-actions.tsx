import type { PluginInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { PluginSwitch } from './plugin-switch.tsx';
import { SettingsLink } from './settings-link.tsx';

/** What can be done with a plugin. */
export function PluginActions({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { name, builtin, has_settings } = plugin;
  // Those of the AI writer are the server's own.
  const hasSettings = has_settings || (builtin && name === 'aiwriter');
  return (
    <>
      {hasSettings && <SettingsLink of="plugin" name={name} />}
      <PluginSwitch plugin={plugin} />
    </>
  );
}
