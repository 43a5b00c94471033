import type { PluginInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plug, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Button, EmptyState, QueryBoundary, Page as Shown } from '../../ui/index.ts';
import { PermissionList } from './permission-list.tsx';
import { PluginActions } from './plugin-actions.tsx';
import { PluginJobs } from './plugin-jobs.tsx';
import { PluginState } from './plugin-state.tsx';
import { PluginError } from './plugin-error.tsx';
import { PluginPackageDialog } from './plugin-package-dialog.tsx';
import { packageMessages } from './plugin-package-messages.ts';
import { pluginMessages } from './plugin-messages.ts';
import styles from './plugins.module.css';
import { pluginsQuery } from './queries.ts';

export function Page(): ReactNode {
  const messages = useMessages(pluginMessages);
  const { install } = useMessages(packageMessages);
  const plugins = useQuery(pluginsQuery);
  const [isInstalling, setInstalling] = useState(false);
  return (
    <Shown
      title={messages.title}
      about={messages.about}
      actions={
        <Button icon={Upload} onPress={() => setInstalling(true)}>
          {install}
        </Button>
      }
    >
      {isInstalling && <PluginPackageDialog onClose={() => setInstalling(false)} />}
      <QueryBoundary query={plugins}>
        {(found) => (
          <>
            {found.length === 0 && (
              <EmptyState icon={Plug} title={messages.none}>
                {messages.noneText}
              </EmptyState>
            )}
            <ul className={styles['plugins']} aria-label={messages.all}>
              {found.map((plugin) => (
                <PluginItem key={plugin.name} plugin={plugin} />
              ))}
            </ul>
            <PluginJobs />
          </>
        )}
      </QueryBoundary>
    </Shown>
  );
}

function PluginItem({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { name, description, builtin, state } = plugin;
  const messages = useMessages(pluginMessages);
  return (
    <li className={styles['plugin']}>
      <div className={styles['head']}>
        <div className="grow">
          <div className="row">
            <h2 className="breaks">
              <Link to={'/plugins/$name'} params={{ name }}>
                {name}
              </Link>
            </h2>
            <PluginState plugin={plugin} />
            {builtin && <Badge>{messages.builtin}</Badge>}
          </div>
          <p className="soft small breaks">
            <PluginOrigin plugin={plugin} />
          </p>
        </div>
        <div className="row">
          <PluginActions plugin={plugin} />
        </div>
      </div>
      {description !== '' && <p className="breaks">{description}</p>}
      <PluginError plugin={plugin} />
      {state !== 'broken' && (
        <details>
          <summary>{messages.mayDo}</summary>
          <div className="stack">
            <PermissionList plugin={plugin} />
          </div>
        </details>
      )}
    </li>
  );
}

/** A broken plugin may lack both. */
function PluginOrigin({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { version, author } = plugin;
  const messages = useMessages(pluginMessages);
  const known = [
    version !== '' && messages.version({ version }),
    author !== '' && messages.by({ author }),
  ];
  return known.filter(Boolean).join(' · ');
}
