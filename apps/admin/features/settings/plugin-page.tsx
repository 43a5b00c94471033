import type { PluginInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { textOf } from '../../fields/index.ts';
import { useWords } from '../../lib/words.ts';
import { BackLink, Empty, Facts, Loading, Page as Shown, Panel } from '../../ui/index.ts';
import { PermissionList } from './permission-list.tsx';
import { PluginActions } from './plugin-actions.tsx';
import { Every, PluginJobs } from './plugin-jobs.tsx';
import { PluginPanel } from './plugin-panel.tsx';
import { PluginState } from './plugin-state.tsx';
import { PluginTrouble } from './plugin-trouble.tsx';
import { pluginWords } from './plugin-words.ts';
import styles from './plugins.module.css';
import { pluginsQuery } from './queries.ts';

export function Page(): ReactNode {
  const params: { readonly name?: unknown } = useParams({ strict: false });
  const name = textOf(params.name);
  const plugins = useQuery(pluginsQuery);
  const words = useWords(pluginWords);
  const plugin = plugins.data?.find((one) => one.name === name);
  return (
    <Shown
      title={name}
      back={<BackLink to="/plugins">{words.toAll}</BackLink>}
      about={plugin?.description}
      actions={plugin && <PluginActions plugin={plugin} />}
    >
      <Loading query={plugins}>
        {() =>
          plugin ? <Details plugin={plugin} /> : <Empty icon={Plug} title={words.notFound} />
        }
      </Loading>
    </Shown>
  );
}

function Details({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { state, jobs } = plugin;
  const words = useWords(pluginWords);
  return (
    <>
      <PluginTrouble plugin={plugin} />
      {plugin.panel && <PluginPanel plugin={plugin} />}
      <div className={styles['columns']}>
        <Panel title={words.mayDo}>
          <div className="stack">
            <PermissionList plugin={plugin} />
          </div>
        </Panel>
        <Panel title={words.facts}>
          <PluginFacts plugin={plugin} />
        </Panel>
      </div>
      {jobs.length > 0 && state === 'running' && <PluginJobs plugin={plugin.name} />}
    </>
  );
}

function PluginFacts({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { version, author, builtin, hooks, filters, blocks, jobs, routes } = plugin;
  const words = useWords(pluginWords);
  const lists: readonly (readonly [string, readonly string[]])[] = [
    [words.hears, hooks],
    [words.changes, filters],
    [words.blocks, blocks],
    [words.routes, routes.map(({ method, path, access }) => `${method} ${path} (${access})`)],
  ];
  const said = lists.filter(([, items]) => items.length > 0);
  const whose = [
    version && words.version(version),
    author && words.by(author),
    builtin && words.builtin,
  ];
  return (
    <Facts
      facts={[
        [words.state, <PluginState key="state" plugin={plugin} />],
        [words.plugin, whose.filter(Boolean).join(' · ')],
        ...said.map(([name, items]) => [name, <Codes key={name} items={items} />] as const),
        ...(jobs.length > 0 ? [[words.works, <Works key="jobs" jobs={jobs} />] as const] : []),
      ]}
    />
  );
}

function Codes({ items }: { readonly items: readonly string[] }): ReactNode {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>
          <code>{item}</code>
        </li>
      ))}
    </ul>
  );
}

function Works({ jobs }: { readonly jobs: PluginInfo['jobs'] }): ReactNode {
  return (
    <ul>
      {jobs.map(({ name, every }) => (
        <li key={name}>
          <code>{name}</code> · <Every milliseconds={every} />
        </li>
      ))}
    </ul>
  );
}
