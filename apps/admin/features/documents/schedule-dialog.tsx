import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { documentTypesQuery } from '../../lib/document-types.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { toWall } from '../../lib/wall-time.ts';
import { useMessages, type TextsOf } from '../../lib/messages.ts';
import { FormDialog, QueryBoundary, TextField } from '../../ui/index.ts';
import { scheduleMessages } from './schedule-messages.ts';

/** Absent: unchanged; null: removed. */
export interface PlannedTimes {
  readonly scheduled_publish_at?: string;
  readonly scheduled_unpublish_at?: string | null;
}

interface ScheduleDialogProps {
  readonly title: string;
  readonly action: string;
  readonly publishAt?: string | null;
  readonly unpublishAt?: string | null;
  /** A published document has only an end to schedule. */
  readonly hasEndAlone?: boolean;
  readonly about?: ReactNode;
  readonly children?: ReactNode;
  readonly onClose: () => void;
  /** Errors that it throws are shown at their fields. */
  readonly onSchedule: (times: PlannedTimes) => Promise<void>;
}

type Errors = Readonly<Record<string, string>>;

/** Times are in the time zone of the site. */
export function ScheduleDialog(props: ScheduleDialogProps): ReactNode {
  const { hasEndAlone = false, about, onSchedule, ...dialog } = props;
  const messages = useMessages(scheduleMessages);
  const query = useQuery(documentTypesQuery);
  const [typed, setTyped] = useState<Partial<WallTimes>>({});
  const [errors, setErrors] = useState<Errors>({});
  const wall = query.data && { ...initialTimes(props, query.data.time_zone), ...typed };
  const submit = async () => {
    if (!wall) return;
    const faults = validateTimes(wall, hasEndAlone, messages);
    setErrors(faults);
    if (Object.keys(faults).length > 0) return;
    try {
      await onSchedule(toPlannedTimes(props, wall, typed));
    } catch (error) {
      setErrors(fieldErrors(error));
      throw error;
    }
  };
  const field = (name: 'publish' | 'unpublish', at: string) => ({
    type: 'datetime-local' as const,
    value: wall?.[name] ?? '',
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
    error: errors[at],
  });
  return (
    <FormDialog {...dialog} size="small" onSubmit={submit}>
      <QueryBoundary query={query}>
        {({ time_zone: zone }) => (
          <>
            <p className="soft">
              {messages.zone({ zone })} {about}
            </p>
            {!hasEndAlone && (
              <TextField
                {...field('publish', 'scheduled_publish_at')}
                label={messages.publishAt}
                isRequired
                autoFocus
              />
            )}
            <TextField
              {...field('unpublish', 'scheduled_unpublish_at')}
              label={messages.unpublishAt}
              help={messages.unpublishHelp}
            />
          </>
        )}
      </QueryBoundary>
      {dialog.children}
    </FormDialog>
  );
}

/** Values of `datetime-local` fields; empty for none. */
interface WallTimes {
  readonly publish: string;
  readonly unpublish: string;
  readonly now: string;
}

function initialTimes({ publishAt, unpublishAt }: ScheduleDialogProps, zone: string): WallTimes {
  const tomorrow = toWall(new Date(Date.now() + 24 * 60 * 60 * 1000), zone).slice(0, 10);
  return {
    publish: toWall(publishAt, zone) || `${tomorrow}T09:00`,
    unpublish: toWall(unpublishAt, zone),
    now: toWall(new Date(), zone),
  };
}

function validateTimes(
  { publish, unpublish, now }: WallTimes,
  hasEndAlone: boolean,
  messages: TextsOf<typeof scheduleMessages>,
): Errors {
  const begin = hasEndAlone ? now : publish;
  const isEndEarly = unpublish !== '' && unpublish <= begin;
  return {
    ...(begin === '' && { scheduled_publish_at: messages.needed }),
    ...(begin !== '' && begin < now && { scheduled_publish_at: messages.past }),
    ...(isEndEarly && { scheduled_unpublish_at: hasEndAlone ? messages.past : messages.order }),
  };
}

/** Untouched times keep their exact value, including seconds. */
function toPlannedTimes(
  { publishAt, unpublishAt, hasEndAlone }: ScheduleDialogProps,
  { publish, unpublish }: WallTimes,
  typed: Partial<WallTimes>,
): PlannedTimes {
  const text = (value: string) => value.replace('T', ' ');
  const isBeginKept = hasEndAlone || (publishAt && typed.publish === undefined);
  const isEndKept = unpublishAt && typed.unpublish === undefined;
  return {
    ...(!isBeginKept && { scheduled_publish_at: text(publish) }),
    ...(!isEndKept && { scheduled_unpublish_at: text(unpublish) || null }),
  };
}
