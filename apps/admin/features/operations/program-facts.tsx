import type { HealthResponse, StatusResponse } from '@galley/sdk';
import type { ReactNode } from 'react';
import { dateTime } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, Facts } from '../../ui/index.ts';
import { operationsWords } from './words.ts';

export function ProgramFacts(props: {
  readonly program: StatusResponse;
  readonly health: HealthResponse | undefined;
}): ReactNode {
  const { program, health } = props;
  const words = useWords(operationsWords);
  const { version, git_commit, build_time, provenance, update } = program;
  const facts: [string, ReactNode][] = [
    [words.version, version],
    [words.commit, git_commit && <code title={git_commit}>{git_commit.slice(0, 12)}</code>],
    [words.made, build_time && dateTime(build_time)],
    [words.provenance, words[provenance]],
    [
      words.updates,
      <span key="updates">
        <Badge tone={update.eligible ? 'good' : 'plain'}>
          {update.eligible ? words.updatesEligible : words.updatesNot}
        </Badge>{' '}
        {words[`update.${provenance}`]}
      </span>,
    ],
    [words.managed, health && (health.managed ? words.byManager : words.byHand)],
    [words.instance, health?.instance_id && <code>{health.instance_id}</code>],
  ];
  return <Facts facts={facts.filter(([, value]) => Boolean(value))} />;
}

export function MachineFacts({ program }: { readonly program: StatusResponse }): ReactNode {
  const words = useWords(operationsWords);
  const { uptime_seconds, memory_usage: memory, disk_usage: disk, database_status } = program;
  return (
    <Facts
      facts={[
        [words.running, words.runningFor(inWords(uptime_seconds, words))],
        [words.memory, words.memoryOf(memory.allocated, memory.system)],
        [words.disk, words.diskOf(disk.used, disk.available)],
        [words.database, nameOf(database_status, words)],
      ]}
    />
  );
}

function nameOf(status: string, words: (typeof operationsWords)['en']): string {
  return status === 'connected' || status === 'unavailable' ? words[status] : status;
}

/** Formats a duration in the largest unit that reaches 1. */
function inWords(seconds: number, words: (typeof operationsWords)['en']): string {
  if (seconds >= 86_400) return words.days(Math.floor(seconds / 86_400));
  if (seconds >= 3600) return words.hours(Math.floor(seconds / 3600));
  if (seconds >= 60) return words.minutes(Math.floor(seconds / 60));
  return words.seconds(Math.floor(seconds));
}
