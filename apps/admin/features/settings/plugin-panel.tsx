import type { FilledPluginPanel, PluginInfo } from '@galley/sdk';
import { useQuery, type QueryKey } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { formatNumber } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import {
  confirmAction,
  Button,
  EmptyState,
  QueryBoundary,
  Notice,
  Panel,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { PanelTable } from './panel-table.tsx';
import { postToPlugin } from './plugin-route.ts';
import { pluginMessages } from './plugin-messages.ts';

/** All of it is data, rendered as text. */
export function PluginPanel({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const messages = useMessages(pluginMessages);
  const isRunning = plugin.state === 'running';
  const key = ['plugins', 'panel', plugin.name] as const;
  const panel = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => galley.plugins.panel({ name: plugin.name }, { signal }),
    enabled: isRunning,
  });
  const { title = '', help = '' } = plugin.panel ?? {};
  if (!isRunning)
    return (
      <Panel title={title} about={help}>
        <Notice title={messages.notRunning}>{messages.notRunningText}</Notice>
      </Panel>
    );
  return (
    <Panel
      title={title}
      about={help}
      isFlush
      actions={
        <>
          <Button
            size="small"
            icon={RotateCw}
            isPending={panel.isFetching}
            onPress={() => void panel.refetch()}
          >
            {messages.refresh}
          </Button>
          {panel.data?.actions.map((action) => (
            <PanelAction key={action.url + action.label} action={action} queryKey={key} />
          ))}
        </>
      }
    >
      <QueryBoundary query={panel}>{(found) => <Content panel={found} />}</QueryBoundary>
    </Panel>
  );
}

function Content({ panel }: { readonly panel: FilledPluginPanel }): ReactNode {
  const messages = useMessages(pluginMessages);
  const { summary, rows, has_more } = panel;
  return (
    <>
      {summary !== null && summary !== '' && <Notice>{summary}</Notice>}
      {rows.length === 0 ? <EmptyState title={messages.noRows} /> : <PanelTable panel={panel} />}
      {has_more && (
        <Notice tone="warn">{messages.moreRows({ count: formatNumber(rows.length) })}</Notice>
      )}
    </>
  );
}

function PanelAction(props: {
  readonly action: FilledPluginPanel['actions'][number];
  readonly queryKey: QueryKey;
}): ReactNode {
  const { action, queryKey } = props;
  const acting = useAction(async () => {
    const { label, url, confirm } = action;
    if (confirm !== null && !(await confirmAction({ title: label, text: confirm, action: label })))
      return;
    await postToPlugin(url);
    toast({ text: currentMessages(pluginMessages).done({ label }) });
    await queryClient.invalidateQueries({ queryKey });
    await queryClient.invalidateQueries({ queryKey: ['plugins', 'jobs'] });
  }, toastProblem);
  return (
    <Button size="small" isPending={acting.isPending} onPress={acting.run}>
      {action.label}
    </Button>
  );
}
