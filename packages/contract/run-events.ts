import { z } from 'zod';
import { faultIssue, fieldFault } from '@galley/kernel';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { dateTime, integerParameter, matching } from './shapes.ts';

export const maxWaitMs = 60_000;
const unitMilliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** Parses `500ms`, `30s` or `1m` from a query string into milliseconds. */
export function durationParameter(most: number) {
  const issue = faultIssue(
    fieldFault('not_a_duration', { min: '0s', max: `${most / 1_000}s`, example: '30s' }),
  );
  return z
    .string()
    .refine((given) => /^\d{1,9}(ms|s|m)$/.test(given), issue)
    .transform((given) => Number.parseInt(given, 10) * unitMilliseconds[given.replace(/\d/g, '')]!)
    .refine((milliseconds) => milliseconds <= most, issue)
    .meta({ override: { type: 'string', pattern: String.raw`^\d{1,9}(ms|s|m)$` } });
}

const eventId = () => matching(/^\d{1,15}$/, fieldFault('not_an_id'));

const runEvent = z
  .object({
    id: eventId(),
    run_id: z.string(),
    type: z.string(),
    payload: z.unknown().meta({
      description: 'Payload, depending on the type; secrets are replaced by `[redacted]`.',
    }),
    at: dateTime,
  })
  .meta({ id: 'RunEvent' });

export const runEvents = defineNoun('runs', {
  events: {
    get: '/workspaces/{id}/runs/{run}/events',
    base: 'runs',
    access: { capability: 'runs.read' },
    summary:
      'Events of a run, oldest first: a page, a long poll, or, with `Accept: text/event-stream`, a live stream',
    params: z.object({
      id: z.string().meta({ description: 'Id of the workspace.' }),
      run: z.string().meta({ description: 'Id of the run.' }),
    }),
    query: z.strictObject({
      after: eventId().optional().meta({ description: 'Only events after this one.' }),
      limit: integerParameter(1).optional().meta({ description: 'Default 50, at most 200.' }),
      wait: durationParameter(maxWaitMs).optional().meta({
        description: 'How long to wait if there are no events yet; a stream always waits.',
      }),
    }),
    answer: z
      .object({
        items: z.array(runEvent),
        next: eventId().meta({
          description: '`after` of the next request, even without further events.',
        }),
      })
      .meta({ id: 'RunEventsPage' }),
    eventStream: runEvent,
    problems: [
      'workspace_not_found',
      'run_not_found',
      'too_many_waiting',
      'unauthenticated',
      'store_unavailable',
    ],
    example: { params: { id: exampleProject.workspace, run: exampleProject.run } },
  },
});
