import type { McpClientRequest } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  BackLink,
  Button,
  ErrorNotice,
  Facts,
  Notice,
  Page as Shown,
  Panel,
  QueryBoundary,
  Select,
} from '../../ui/index.ts';
import { readAuthorizationRequest, type AuthorizationRequest } from './authorization-request.ts';
import { clientMessages } from './client-messages.ts';
import { tokenMessages } from './token-messages.ts';
import { InWorkspace, useWorkspace } from './workspace.tsx';

/** Asks a person whether a client may act as an agent. Nothing is sent to the client before they decide. */
export function Page(): ReactNode {
  const messages = useMessages(clientMessages);
  const { request: packed }: { request?: unknown } = useSearch({ strict: false });
  const request = readAuthorizationRequest(packed);
  return (
    <InWorkspace>
      <Shown
        title={messages.pageTitle}
        width="text"
        back={<BackLink to="/runs">{messages.back}</BackLink>}
      >
        {request ? (
          <Consent request={request} />
        ) : (
          <Notice tone="warn">{messages.unreadable}</Notice>
        )}
      </Shown>
    </InWorkspace>
  );
}

interface ConsentProps {
  readonly request: AuthorizationRequest;
}

function Consent({ request }: ConsentProps): ReactNode {
  const id = useWorkspace();
  const query = useQuery({
    queryKey: ['mcp-client-request', id, request],
    queryFn: ({ signal }) => galley.mcpClients.request({ id, ...request }, { signal }),
    retry: false,
  });
  return (
    <QueryBoundary query={query}>
      {(found) => <Decision request={request} found={found} />}
    </QueryBoundary>
  );
}

function Decision({
  request,
  found,
}: ConsentProps & { readonly found: McpClientRequest }): ReactNode {
  const messages = useMessages(clientMessages);
  const id = useWorkspace();
  const { client_name: name, redirect_host: host, agents } = found;
  const [agentId, setAgentId] = useState(agents.length === 1 ? agents[0]!.id : '');
  const [isTried, setTried] = useState(false);
  const [error, setError] = useState<unknown>();
  const [isLeaving, setLeaving] = useState(false);
  const decide = async (agent: string | null) => {
    setError(undefined);
    try {
      const answer = await galley.mcpClients.connect({ id, ...request, agent_id: agent });
      setLeaving(true);
      location.assign(answer.redirect_to);
    } catch (problem) {
      setError(problem);
    }
  };
  const allow = async () => {
    setTried(true);
    if (agentId !== '') await decide(agentId);
  };
  if (isLeaving) return <Notice tone="good">{messages.leaving}</Notice>;
  const isLocal = /^(127\.|localhost|\[::1\])/.test(host);
  return (
    <Panel title={messages.asks({ name })} about={messages.asksText}>
      <div className="stack">
        <Facts facts={[[messages.receiver, isLocal ? messages.receiverLocal({ host }) : host]]} />
        {agents.length === 0 && <Notice tone="warn">{messages.noAgents}</Notice>}
        <Select
          label={messages.agent}
          value={agentId}
          onChange={setAgentId}
          options={agents.map((agent) => ({ id: agent.id, label: `${agent.id} (${agent.role})` }))}
          error={isTried && agentId === '' ? messages.agentMissing : undefined}
        />
        <Permissions scopes={agents.find((agent) => agent.id === agentId)?.scopes ?? []} />
        <p className="soft small">{messages.mayNot}</p>
        <ErrorNotice error={error} />
        <div className="row">
          <Button kind="primary" onPress={() => void allow()}>
            {messages.allow}
          </Button>
          <Button onPress={() => void decide(null)}>{messages.decline}</Button>
        </div>
      </div>
    </Panel>
  );
}

function Permissions({ scopes }: { readonly scopes: readonly string[] }): ReactNode {
  const messages = useMessages(clientMessages);
  const names = useMessages(tokenMessages) as unknown as Readonly<Record<string, string>>;
  if (scopes.length === 0) return null;
  return (
    <div>
      <p className="field-label">{messages.may}</p>
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>{names[scope] ?? scope}</li>
        ))}
      </ul>
    </div>
  );
}
