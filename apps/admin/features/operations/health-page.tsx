import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { HealthResponse } from '@galley/sdk';
import { PendingWritesNotice } from '../../app/pending-writes-notice.tsx';
import { useMessages, type TextsOf } from '../../lib/messages.ts';
import { Badge, CopyField, QueryBoundary, Notice, Page as Shown, Panel } from '../../ui/index.ts';
import { checkMessages } from './check-messages.ts';
import { healthQuery, programQuery, workQuery } from './operations-queries.ts';
import { StaleDataNotice } from './stale-data-notice.tsx';
import { OperationsTabs } from './operations-tabs.tsx';
import { MachineFacts, ProgramFacts } from './program-facts.tsx';
import { WorkFacts } from './work-facts.tsx';
import { operationsMessages } from './messages.ts';
import styles from './operations.module.css';

export function Page(): ReactNode {
  const messages = useMessages(operationsMessages);
  const health = useQuery(healthQuery);
  const program = useQuery(programQuery);
  const work = useQuery(workQuery);
  return (
    <Shown title={messages.operations} about={messages.healthAbout}>
      <OperationsTabs />
      <PendingWritesNotice />
      <StaleDataNotice queries={[health, program, work]} />
      {health.data && health.error === null && <Verdict health={health.data} />}
      <div className={styles['panels']}>
        <Panel title={messages.checks} isFlush>
          <QueryBoundary query={health}>{(data) => <Checks health={data} />}</QueryBoundary>
        </Panel>
        <Panel title={messages.siteWork}>
          <QueryBoundary query={work}>{(data) => <WorkFacts work={data} />}</QueryBoundary>
        </Panel>
        <Panel title={messages.program}>
          <QueryBoundary query={program}>
            {(data) => <ProgramFacts program={data} health={health.data} />}
          </QueryBoundary>
        </Panel>
        <Panel title={messages.machine}>
          <QueryBoundary query={program}>{(data) => <MachineFacts program={data} />}</QueryBoundary>
        </Panel>
        <Panel title={messages.logs}>
          <div className="stack">
            <p className="soft">{messages.logsText}</p>
            <CopyField label={messages.logsFollow} value="galley logs -f" />
            <CopyField label={messages.logsErrors} value="galley logs --level error" />
          </div>
        </Panel>
      </div>
    </Shown>
  );
}

function Verdict({ health }: { readonly health: HealthResponse }): ReactNode {
  const messages = useMessages(operationsMessages);
  if (health.status === 'healthy') return <Notice tone="good" title={messages.healthy} />;
  return (
    <Notice tone="bad" title={messages.degraded}>
      {messages.degradedText}
    </Notice>
  );
}

function Checks({ health }: { readonly health: HealthResponse }): ReactNode {
  const messages = useMessages(operationsMessages);
  const names = useMessages(checkMessages);
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{messages.check}</th>
          <th scope="col">{messages.state}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(health.checks).map(([name, { ok, error }]) => (
          <tr key={name}>
            <td>{nameOf(name, names)}</td>
            <td>
              <Badge tone={ok ? 'good' : 'bad'}>
                {ok ? messages.works : messages.failsPlainly}
              </Badge>{' '}
              {!ok && (failures(messages)[name.split('.', 1)[0]!] ?? error)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function failures(messages: TextsOf<typeof operationsMessages>): Readonly<Record<string, string>> {
  return { admin: messages.isOff, storage: messages.isUnusable, database: messages.noAnswer };
}

/** Falls back to the id, since a newer server may run checks that are unknown here. */
function nameOf(check: string, messages: TextsOf<typeof checkMessages>): string {
  return Object.hasOwn(messages, check) ? messages[check as keyof typeof messages] : check;
}
