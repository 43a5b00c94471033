import type { PluginPermission } from '@galley/sdk';
import { translation } from '../../lib/messages.ts';

export function permissionDescription({ name, means }: PluginPermission): string {
  return translation('pluginPermission', name) ?? means;
}
