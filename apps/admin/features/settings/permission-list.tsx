import type { PluginInfo } from '@galley/sdk';
import { BookOpen, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { permissionDescription } from './permission-messages.ts';
import { pluginMessages } from './plugin-messages.ts';
import styles from './plugins.module.css';

export function PermissionList(props: {
  readonly plugin: Pick<PluginInfo, 'permissions' | 'hosts'>;
}): ReactNode {
  const { permissions, hosts } = props.plugin;
  const messages = useMessages(pluginMessages);
  if (permissions.length === 0) return <p className="soft">{messages.mayNothing}</p>;
  return (
    <>
      <ul className={styles['permissions']}>
        {permissions.map((permission) => {
          const Icon = permission.risky ? ShieldAlert : BookOpen;
          return (
            <li key={permission.name} data-risky={permission.risky || undefined}>
              <Icon aria-hidden size={16} />
              <span>
                {permissionDescription(permission)}
                <span className="soft small">
                  {' '}
                  ({permission.risky ? messages.risky : messages.reading})
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      {hosts.length > 0 && (
        <p className="breaks">
          {messages.hosts}{' '}
          {hosts.map((host, place) => (
            <span key={host}>
              {place > 0 && ', '}
              {host === '*' ? <strong>{messages.everyHost}</strong> : <code>{host}</code>}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
