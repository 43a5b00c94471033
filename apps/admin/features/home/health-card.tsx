import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, Facts, Loading, Panel, Time } from '../../ui/index.ts';
import { homeWords } from './words.ts';

export function HealthCard(): ReactNode {
  const words = useWords(homeWords);
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
      {words.toOperations}
    </Link>
  );
  return (
    <Panel title={words.health} actions={link}>
      <Loading query={query} lines={2}>
        {({ health, status }) => (
          <div className="stack">
            <HealthState checks={health.checks} />
            <Facts
              facts={[
                [
                  words.lastBuild,
                  <span key="build">
                    {status.last_build ? <Time at={status.last_build} /> : words.never}
                    {status.status === 'building' && ` · ${words.building}`}
                    {status.status === 'failed' && ` · ${words.buildFailed}`}
                    {status.queue_length > 0 && ` · ${words.waiting(status.queue_length)}`}
                  </span>,
                ],
              ]}
            />
          </div>
        )}
      </Loading>
    </Panel>
  );
}

function HealthState(props: {
  readonly checks: Record<string, { readonly ok: boolean; readonly error?: string }>;
}): ReactNode {
  const words = useWords(homeWords);
  const failing = Object.entries(props.checks).filter(([, { ok }]) => !ok);
  if (failing.length === 0)
    return (
      <p>
        <Badge tone="good">{words.healthy}</Badge>
      </p>
    );
  return (
    <div>
      <Badge tone="bad">{words.degraded}</Badge>
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
