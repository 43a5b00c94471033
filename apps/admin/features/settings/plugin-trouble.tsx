import type { PluginInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Notice } from '../../ui/index.ts';
import { pluginWords } from './plugin-words.ts';
import styles from './plugins.module.css';

export function PluginTrouble({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { state, last_error } = plugin;
  const words = useWords(pluginWords);
  if (last_error === null) return null;
  return (
    <Notice tone={state === 'running' ? 'warn' : 'bad'} title={words[`${state}About`]}>
      <span className={styles['error']}>{last_error}</span>
    </Notice>
  );
}
