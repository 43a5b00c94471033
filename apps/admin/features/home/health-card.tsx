import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Facts, QueryBoundary, Panel, Time } from '../../ui/index.ts';
import { homeMessages } from './messages.ts';

export function HealthCard(): ReactNode {
  const messages = useMessages(homeMessages);
  const query = useQuery({
    queryKey: ['operations', 'glance'],
    queryFn: async ({ signal }) => {
      const [health, status] = await Promise.all([
        galley.system.health({}, { signal, background: true }),
        galley.operations.status({}, { signal, background: true }),
      ]);
      return { health, status };
    },
    refetchInterval: 60_000,
  });
  const link = (
    <Link to={'/operations'} className="small">
      {messages.toOperations}
    </Link>
  );
  return (
    <Panel title={messages.health} actions={link}>
      <QueryBoundary query={query} lines={2}>
        {({ health, status }) => (
          <div className="stack">
            <HealthState checks={health.checks} />
            <Facts
              facts={[
                [
                  messages.lastBuild,
                  <span key="build">
                    {status.last_build ? <Time at={status.last_build} /> : messages.never}
                    {status.status === 'building' && ` · ${messages.building}`}
                    {status.status === 'failed' && ` · ${messages.buildFailed}`}
                    {status.queue_length > 0 &&
                      ` · ${messages.waiting({ count: status.queue_length })}`}
                  </span>,
                ],
              ]}
            />
          </div>
        )}
      </QueryBoundary>
    </Panel>
  );
}

function HealthState(props: {
  readonly checks: Record<string, { readonly ok: boolean; readonly error?: string }>;
}): ReactNode {
  const messages = useMessages(homeMessages);
  const failing = Object.entries(props.checks).filter(([, { ok }]) => !ok);
  if (failing.length === 0)
    return (
      <p>
        <Badge tone="good">{messages.healthy}</Badge>
      </p>
    );
  return (
    <div>
      <Badge tone="bad">{messages.degraded}</Badge>
      <ul>
        {failing.map(([name, { error }]) => (
          <li key={name} className="small breaks">
            {name}
            {error && `: ${error}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
