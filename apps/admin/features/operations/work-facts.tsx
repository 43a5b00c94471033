import type { OperationStatus } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatBytes, formatDateTime, formatDuration, formatNumber } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Facts, Time } from '../../ui/index.ts';
import { operationsMessages } from './messages.ts';

export function WorkFacts({ work }: { readonly work: OperationStatus }): ReactNode {
  const messages = useMessages(operationsMessages);
  const { status, last_build, build_duration, next_due_at, last_run_at, overdue } = work;
  const tones = { idle: 'good', building: 'info', failed: 'bad' } as const;
  return (
    <Facts
      facts={[
        [
          messages.builds,
          <Link key="builds" to={'/operations/builds'}>
            <Badge tone={tones[status]}>{messages[status]}</Badge>
          </Link>,
        ],
        [
          messages.lastBuild,
          last_build ? (
            <span key="last">
              <Time at={last_build} />
              {build_duration !== null &&
                `, ${messages.tookLong({ time: formatDuration(build_duration) })}`}
            </span>
          ) : (
            messages.never
          ),
        ],
        [messages.queue, formatNumber(work.queue_length)],
        [messages.cache, formatBytes(work.cache_size)],
        [messages.nextDue, next_due_at ? formatDateTime(next_due_at) : messages.nothingDue],
        [messages.lastRun, last_run_at ? <Time key="run" at={last_run_at} /> : messages.never],
        ...(overdue > 0
          ? [
              [
                messages.overdue,
                <Badge key="overdue" tone="warn">
                  {messages.overdueText({ count: overdue })}
                </Badge>,
              ] as const,
            ]
          : []),
      ]}
    />
  );
}
