import type { PluginInfo } from '@galley/sdk';
import { BookOpen, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { meaningOf } from './permission-words.ts';
import { pluginWords } from './plugin-words.ts';
import styles from './plugins.module.css';

export function PermissionList(props: {
  readonly plugin: Pick<PluginInfo, 'permissions' | 'hosts'>;
}): ReactNode {
  const { permissions, hosts } = props.plugin;
  const words = useWords(pluginWords);
  if (permissions.length === 0) return <p className="soft">{words.mayNothing}</p>;
  return (
    <>
      <ul className={styles['permissions']}>
        {permissions.map((permission) => {
          const Icon = permission.risky ? ShieldAlert : BookOpen;
          return (
            <li key={permission.name} data-risky={permission.risky || undefined}>
              <Icon aria-hidden size={16} />
              <span>
                {meaningOf(permission)}
                <span className="soft small">
                  {' '}
                  ({permission.risky ? words.risky : words.reading})
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      {hosts.length > 0 && (
        <p className="breaks">
          {words.hosts}{' '}
          {hosts.map((host, place) => (
            <span key={host}>
              {place > 0 && ', '}
              {host === '*' ? <strong>{words.everyHost}</strong> : <code>{host}</code>}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
