import type { PluginInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useAction } from '../../lib/use-action.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Notice, toastProblem } from '../../ui/index.ts';
import { pluginMessages } from './plugin-messages.ts';
import { switchOff } from './plugin-switch.tsx';
import styles from './plugins.module.css';

/** For a plugin that has to check publications and cannot (ADD-PLUG-8). */
export function PluginGuard({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { name, blocks_publishing: reason } = plugin;
  const messages = useMessages(pluginMessages);
  const { isPending, run } = useAction(() => switchOff(name), toastProblem);
  if (reason === null) return null;
  return (
    <Notice tone="bad" title={messages.guards}>
      <p>{messages.guardsText}</p>
      <p className={styles['error']}>{reason}</p>
      <Button onPress={run} isPending={isPending}>
        {messages.disable}
      </Button>
    </Notice>
  );
}
