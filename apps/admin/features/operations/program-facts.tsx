import type { HealthResponse, StatusResponse } from '@galley/sdk';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { useMessages, type TextsOf } from '../../lib/messages.ts';
import { Badge, Facts } from '../../ui/index.ts';
import { operationsMessages } from './messages.ts';

export function ProgramFacts(props: {
  readonly program: StatusResponse;
  readonly health: HealthResponse | undefined;
}): ReactNode {
  const { program, health } = props;
  const messages = useMessages(operationsMessages);
  const { version, git_commit, build_time, provenance, update } = program;
  const facts: [string, ReactNode][] = [
    [messages.version, version],
    [messages.commit, git_commit && <code title={git_commit}>{git_commit.slice(0, 12)}</code>],
    [messages.made, build_time && formatDateTime(build_time)],
    [messages.provenance, messages[provenance]],
    [
      messages.updates,
      <span key="updates">
        <Badge tone={update.eligible ? 'good' : 'plain'}>
          {update.eligible ? messages.updatesEligible : messages.updatesNot}
        </Badge>{' '}
        {messages[`update.${provenance}`]}
      </span>,
    ],
    [messages.managed, health && (health.managed ? messages.byManager : messages.byHand)],
    [messages.instance, health?.instance_id && <code>{health.instance_id}</code>],
  ];
  return <Facts facts={facts.filter(([, value]) => Boolean(value))} />;
}

export function MachineFacts({ program }: { readonly program: StatusResponse }): ReactNode {
  const messages = useMessages(operationsMessages);
  const { uptime_seconds, memory_usage: memory, disk_usage: disk, database_status } = program;
  return (
    <Facts
      facts={[
        [messages.running, messages.runningFor({ time: inWords(uptime_seconds, messages) })],
        [messages.memory, messages.memoryOf({ used: memory.allocated, all: memory.system })],
        [messages.disk, messages.diskOf({ used: disk.used, free: disk.available })],
        [messages.database, nameOf(database_status, messages)],
      ]}
    />
  );
}

function nameOf(status: string, messages: TextsOf<typeof operationsMessages>): string {
  return status === 'connected' || status === 'unavailable' ? messages[status] : status;
}

function inWords(seconds: number, messages: TextsOf<typeof operationsMessages>): string {
  if (seconds >= 86_400) return messages.days({ count: Math.floor(seconds / 86_400) });
  if (seconds >= 3600) return messages.hours({ count: Math.floor(seconds / 3600) });
  if (seconds >= 60) return messages.minutes({ count: Math.floor(seconds / 60) });
  return messages.seconds({ count: Math.floor(seconds) });
}
