import type { PluginInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import {
  BackLink,
  EmptyState,
  Facts,
  QueryBoundary,
  Page as Shown,
  Panel,
} from '../../ui/index.ts';
import { PermissionList } from './permission-list.tsx';
import { PluginActions } from './plugin-actions.tsx';
import { Every, PluginJobs } from './plugin-jobs.tsx';
import { PluginPanel } from './plugin-panel.tsx';
import { PluginGuard } from './plugin-guard.tsx';
import { PluginState } from './plugin-state.tsx';
import { PluginError } from './plugin-error.tsx';
import { pluginMessages } from './plugin-messages.ts';
import styles from './plugins.module.css';
import { pluginsQuery } from './queries.ts';

export function Page(): ReactNode {
  const { name } = useParams({ from: '/inside/plugins/$name' });
  const plugins = useQuery(pluginsQuery);
  const messages = useMessages(pluginMessages);
  const plugin = plugins.data?.find((one) => one.name === name);
  return (
    <Shown
      title={name}
      back={<BackLink to="/plugins">{messages.toAll}</BackLink>}
      about={plugin?.description}
      actions={plugin && <PluginActions plugin={plugin} />}
    >
      <QueryBoundary query={plugins}>
        {() =>
          plugin ? (
            <Details plugin={plugin} />
          ) : (
            <EmptyState icon={Plug} title={messages.notFound} />
          )
        }
      </QueryBoundary>
    </Shown>
  );
}

function Details({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { state, jobs } = plugin;
  const messages = useMessages(pluginMessages);
  return (
    <>
      <PluginGuard plugin={plugin} />
      <PluginError plugin={plugin} />
      {plugin.panel && <PluginPanel plugin={plugin} />}
      <div className={styles['columns']}>
        <Panel title={messages.mayDo}>
          <div className="stack">
            <PermissionList plugin={plugin} />
          </div>
        </Panel>
        <Panel title={messages.facts}>
          <PluginFacts plugin={plugin} />
        </Panel>
      </div>
      {jobs.length > 0 && state === 'running' && <PluginJobs plugin={plugin.name} />}
    </>
  );
}

function PluginFacts({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { version, author, builtin, hooks, filters, blocks, jobs, routes } = plugin;
  const { name: plugged, checks, fields, endpoints } = plugin;
  const messages = useMessages(pluginMessages);
  const lists: readonly (readonly [string, readonly string[]])[] = [
    [messages.hears, hooks],
    [messages.changes, filters],
    [messages.blocks, blocks],
    [messages.fields, fields.map(({ name, label }) => `${label} (${plugged}/${name})`)],
    [
      messages.endpoints,
      endpoints.map(({ method, path }) => `${method} /_plugins/${plugged}${path}`),
    ],
    [messages.routes, routes.map(({ method, path, access }) => `${method} ${path} (${access})`)],
  ];
  const said = lists.filter(([, items]) => items.length > 0);
  const whose = [
    version && messages.version({ version }),
    author && messages.by({ author }),
    builtin && messages.builtin,
  ];
  return (
    <Facts
      facts={[
        [messages.state, <PluginState key="state" plugin={plugin} />],
        [messages.plugin, whose.filter(Boolean).join(' · ')],
        ...(checks.length > 0
          ? [[messages.checks, <Checks key="checks" checks={checks} />] as const]
          : []),
        ...said.map(([name, items]) => [name, <Codes key={name} items={items} />] as const),
        ...(jobs.length > 0 ? [[messages.works, <Works key="jobs" jobs={jobs} />] as const] : []),
      ]}
    />
  );
}

function Checks({ checks }: { readonly checks: PluginInfo['checks'] }): ReactNode {
  const messages = useMessages(pluginMessages);
  return (
    <ul>
      {checks.map((check) => (
        <li key={check}>
          {check === 'document.save' ? messages.checksSaves : messages.checksPublications}
        </li>
      ))}
    </ul>
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
