import type { PluginInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Badge, type Tone } from '../../ui/index.ts';
import { pluginMessages } from './plugin-messages.ts';

const tones: Readonly<Record<PluginInfo['state'], Tone>> = {
  off: 'plain',
  running: 'good',
  needs_approval: 'warn',
  failed: 'bad',
  broken: 'bad',
};

export function PluginState({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const messages = useMessages(pluginMessages);
  return <Badge tone={tones[plugin.state]}>{messages[plugin.state]}</Badge>;
}
