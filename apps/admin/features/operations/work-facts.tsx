import type { OperationStatus } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { byteSize, dateTime, duration, number } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, Facts, Time } from '../../ui/index.ts';
import { operationsWords } from './words.ts';

export function WorkFacts({ work }: { readonly work: OperationStatus }): ReactNode {
  const words = useWords(operationsWords);
  const { status, last_build, build_duration, next_due_at, last_run_at, overdue } = work;
  const tones = { idle: 'good', building: 'info', failed: 'bad' } as const;
  return (
    <Facts
      facts={[
        [
          words.builds,
          <Link key="builds" to={'/operations/builds'}>
            <Badge tone={tones[status]}>{words[status]}</Badge>
          </Link>,
        ],
        [
          words.lastBuild,
          last_build ? (
            <span key="last">
              <Time at={last_build} />
              {build_duration !== null && `, ${words.tookLong(duration(build_duration))}`}
            </span>
          ) : (
            words.never
          ),
        ],
        [words.queue, number(work.queue_length)],
        [words.cache, byteSize(work.cache_size)],
        [words.nextDue, next_due_at ? dateTime(next_due_at) : words.nothingDue],
        [words.lastRun, last_run_at ? <Time key="run" at={last_run_at} /> : words.never],
        ...(overdue > 0
          ? [
              [
                words.overdue,
                <Badge key="overdue" tone="warn">
                  {words.overdueText(overdue)}
                </Badge>,
              ] as const,
            ]
          : []),
      ]}
    />
  );
}
