import type { PluginInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Badge, type Tone } from '../../ui/index.ts';
import { pluginWords } from './plugin-words.ts';

const tones: Readonly<Record<PluginInfo['state'], Tone>> = {
  off: 'plain',
  running: 'good',
  needs_approval: 'warn',
  failed: 'bad',
  broken: 'bad',
};

export function PluginState({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const words = useWords(pluginWords);
  return <Badge tone={tones[plugin.state]}>{words[plugin.state]}</Badge>;
}
