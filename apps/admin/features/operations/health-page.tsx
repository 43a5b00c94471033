import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { HealthResponse } from '@galley/sdk';
import { UnwrittenNotice } from '../../app/unwritten-notice.tsx';
import { useWords } from '../../lib/words.ts';
import { Badge, CopyField, Loading, Notice, Page as Shown, Panel } from '../../ui/index.ts';
import { checkWords } from './check-words.ts';
import { healthQuery, programQuery, workQuery } from './operations-queries.ts';
import { Freshness } from './freshness.tsx';
import { OperationsTabs } from './operations-tabs.tsx';
import { MachineFacts, ProgramFacts } from './program-facts.tsx';
import { WorkFacts } from './work-facts.tsx';
import { operationsWords } from './words.ts';
import styles from './operations.module.css';

export function Page(): ReactNode {
  const words = useWords(operationsWords);
  const health = useQuery(healthQuery);
  const program = useQuery(programQuery);
  const work = useQuery(workQuery);
  return (
    <Shown title={words.operations} about={words.healthAbout}>
      <OperationsTabs />
      <UnwrittenNotice />
      <Freshness queries={[health, program, work]} />
      {health.data && health.error === null && <Verdict health={health.data} />}
      <div className={styles['panels']}>
        <Panel title={words.checks} isFlush>
          <Loading query={health}>{(data) => <Checks health={data} />}</Loading>
        </Panel>
        <Panel title={words.siteWork}>
          <Loading query={work}>{(data) => <WorkFacts work={data} />}</Loading>
        </Panel>
        <Panel title={words.program}>
          <Loading query={program}>
            {(data) => <ProgramFacts program={data} health={health.data} />}
          </Loading>
        </Panel>
        <Panel title={words.machine}>
          <Loading query={program}>{(data) => <MachineFacts program={data} />}</Loading>
        </Panel>
        <Panel title={words.logs}>
          <div className="stack">
            <p className="soft">{words.logsText}</p>
            <CopyField label={words.logsFollow} value="galley logs -f" />
            <CopyField label={words.logsErrors} value="galley logs --level error" />
          </div>
        </Panel>
      </div>
    </Shown>
  );
}

function Verdict({ health }: { readonly health: HealthResponse }): ReactNode {
  const words = useWords(operationsWords);
  if (health.status === 'healthy') return <Notice tone="good" title={words.healthy} />;
  return (
    <Notice tone="bad" title={words.degraded}>
      {words.degradedText}
    </Notice>
  );
}

function Checks({ health }: { readonly health: HealthResponse }): ReactNode {
  const words = useWords(operationsWords);
  const names = useWords(checkWords);
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{words.check}</th>
          <th scope="col">{words.state}</th>
        </tr>
      </thead>
      <tbody>
        {Object.entries(health.checks).map(([name, { ok, error }]) => (
          <tr key={name}>
            <td>{nameOf(name, names)}</td>
            <td>
              <Badge tone={ok ? 'good' : 'bad'}>{ok ? words.works : words.failsPlainly}</Badge>{' '}
              {!ok && (failures(words)[name.split('.', 1)[0]!] ?? error)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Text for a failed check, by its subject. */
function failures(words: (typeof operationsWords)['en']): Readonly<Record<string, string>> {
  return { admin: words.isOff, storage: words.isUnusable, database: words.noAnswer };
}

/** Falls back to the id, since a newer server may run checks that are unknown here. */
function nameOf(check: string, words: (typeof checkWords)['en']): string {
  return Object.hasOwn(words, check) ? words[check as keyof typeof words] : check;
}
