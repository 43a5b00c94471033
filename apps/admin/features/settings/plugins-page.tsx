import type { PluginInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Badge, Empty, Loading, Page as Shown } from '../../ui/index.ts';
import { PermissionList } from './permission-list.tsx';
import { PluginActions } from './plugin-actions.tsx';
import { PluginJobs } from './plugin-jobs.tsx';
import { PluginState } from './plugin-state.tsx';
import { PluginTrouble } from './plugin-trouble.tsx';
import { pluginWords } from './plugin-words.ts';
import styles from './plugins.module.css';
import { pluginsQuery } from './queries.ts';

export function Page(): ReactNode {
  const words = useWords(pluginWords);
  const plugins = useQuery(pluginsQuery);
  return (
    <Shown title={words.title} about={words.about}>
      <Loading query={plugins}>
        {(found) => (
          <>
            {found.length === 0 && (
              <Empty icon={Plug} title={words.none}>
                {words.noneText}
              </Empty>
            )}
            <ul className={styles['plugins']} aria-label={words.all}>
              {found.map((plugin) => (
                <PluginItem key={plugin.name} plugin={plugin} />
              ))}
            </ul>
            <PluginJobs />
          </>
        )}
      </Loading>
    </Shown>
  );
}

function PluginItem({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { name, description, builtin, state } = plugin;
  const words = useWords(pluginWords);
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
            {builtin && <Badge>{words.builtin}</Badge>}
          </div>
          <p className="soft small breaks">
            <Whose plugin={plugin} />
          </p>
        </div>
        <div className="row">
          <PluginActions plugin={plugin} />
        </div>
      </div>
      {description !== '' && <p className="breaks">{description}</p>}
      <PluginTrouble plugin={plugin} />
      {state !== 'broken' && (
        <details>
          <summary>{words.mayDo}</summary>
          <div className="stack">
            <PermissionList plugin={plugin} />
          </div>
        </details>
      )}
    </li>
  );
}

/** Version and author; a broken plugin may lack them. */
function Whose({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { version, author } = plugin;
  const words = useWords(pluginWords);
  const known = [version !== '' && words.version(version), author !== '' && words.by(author)];
  return known.filter(Boolean).join(' · ');
}
