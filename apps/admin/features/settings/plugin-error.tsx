import type { PluginInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Notice } from '../../ui/index.ts';
import { pluginMessages } from './plugin-messages.ts';
import styles from './plugins.module.css';

export function PluginError({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { state, last_error } = plugin;
  const messages = useMessages(pluginMessages);
  if (last_error === null) return null;
  return (
    <Notice tone={state === 'running' ? 'warn' : 'bad'} title={messages[`${state}About`]}>
      <span className={styles['error']}>{last_error}</span>
    </Notice>
  );
}
