import type { PluginInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { PluginMenu } from './plugin-menu.tsx';
import { PluginSwitch } from './plugin-switch.tsx';
import { SettingsLink } from './settings-link.tsx';

export function PluginActions({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { name, builtin, has_settings } = plugin;
  // The settings of the AI writer belong to the server.
  const hasSettings = has_settings || (builtin && name === 'aiwriter');
  return (
    <>
      {hasSettings && <SettingsLink of="plugin" name={name} />}
      <PluginSwitch plugin={plugin} />
      {!builtin && <PluginMenu plugin={plugin} />}
    </>
  );
}
