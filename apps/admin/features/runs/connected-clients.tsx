import type { McpClient } from '@galley/sdk';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { basePath } from '../../lib/base-path.ts';
import { galley } from '../../lib/galley.ts';
import { currentMessages, useMessages } from '../../lib/messages.ts';
import {
  Badge,
  Button,
  confirmAction,
  CopyField,
  EmptyState,
  Panel,
  Skeleton,
  Time,
  toast,
  toastProblem,
  useMinute,
  MoreButton,
} from '../../ui/index.ts';
import { clientMessages } from './client-messages.ts';
import styles from './runs.module.css';
import { RunsError } from './runs-error.tsx';
import { useWorkspace } from './workspace.tsx';

function connectedClientsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['mcp-clients', id],
    queryFn: ({ signal, pageParam }) =>
      galley.mcpClients.list({ id, ...(pageParam !== '' && { after: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
}

export function ConnectedClients(): ReactNode {
  const messages = useMessages(clientMessages);
  return (
    <Panel title={messages.title} about={messages.about}>
      <div className="stack">
        <CopyField label={messages.address} value={`${location.origin}${basePath}mcp`} />
        <p className="soft small">{messages.addressHelp}</p>
        <ClientList />
      </div>
    </Panel>
  );
}

function ClientList(): ReactNode {
  const messages = useMessages(clientMessages);
  const query = useInfiniteQuery(connectedClientsQuery(useWorkspace()));
  if (!query.data) return query.error ? <RunsError error={query.error} /> : <Skeleton lines={3} />;
  const clients = query.data.pages.flatMap(({ items }) => items);
  if (clients.length === 0) {
    return (
      <EmptyState icon={Plug} title={messages.empty}>
        {messages.emptyText}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles['rows']}>
        {clients.map((client) => (
          <ClientRow key={client.id} client={client} />
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  );
}

function ClientRow({ client }: { readonly client: McpClient }): ReactNode {
  const messages = useMessages(clientMessages);
  const workspace = useWorkspace();
  const isRevoked = client.revoked_at !== null;
  const isExpired = new Date(client.expires_at).getTime() < useMinute();
  return (
    <li className={styles['row']}>
      <div className="grow">
        <p className={`${styles['rowTitle'] ?? ''} breaks`}>{client.name}</p>
        <p className="soft small breaks">
          {client.agent_id} · {client.redirect_host} · {messages.connected}{' '}
          <Time at={client.connected_at} /> {messages.by({ who: client.connected_by })}
          {client.last_used_at && (
            <>
              {' '}
              · {messages.lastUsed} <Time at={client.last_used_at} />
            </>
          )}
        </p>
        <p className="small breaks">
          <code>{client.scopes.join(' ')}</code>
        </p>
      </div>
      <span className={styles['badges']}>
        {isRevoked ? (
          <Badge tone="bad">{messages.disconnected}</Badge>
        ) : (
          <Badge {...(!isExpired && { tone: 'good' })}>
            {isExpired ? messages.expired : messages.active}
          </Badge>
        )}
        <Button
          size="small"
          disabledReason={(isExpired || isRevoked) && messages.isOver}
          onPress={() => void disconnect(workspace, client)}
        >
          {messages.disconnect}
          <span className="sr-only">{`: ${client.name}`}</span>
        </Button>
      </span>
    </li>
  );
}

async function disconnect(workspace: string, { id, name }: McpClient): Promise<void> {
  const messages = currentMessages(clientMessages);
  const isSure = await confirmAction({
    title: messages.disconnectTitle,
    text: messages.disconnectText({ name }),
    action: messages.disconnect,
    kind: 'danger',
  });
  if (!isSure) return;
  try {
    await galley.mcpClients.revoke({ id: workspace, client: id });
    toast({ text: messages.didDisconnect });
  } catch (error) {
    toastProblem(error);
  }
  await queryClient.invalidateQueries({ queryKey: ['mcp-clients'] });
}
