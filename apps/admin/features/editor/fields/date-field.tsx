import { useQuery } from '@tanstack/react-query';
import { CalendarClock, Clock, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { documentTypesQuery } from '../../../lib/document-types.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useMessages } from '../../../lib/messages.ts';
import { toWall } from '../../../lib/wall-time.ts';
import { Button, IconButton, TextField } from '../../../ui/index.ts';
import { disabledReasons } from '../bar/disabled-reasons.ts';
import { useActionContext } from '../bar/use-action-context.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { readDate, writeDate, type WallDate } from './document-date.ts';
import { fieldMessages } from './field-messages.ts';
import styles from './fields.module.css';
import { PlainField, useText } from './plain-field.tsx';
import { useCanEdit } from './use-can-edit.ts';

export function DateField(): ReactNode {
  const messages = useMessages(fieldMessages);
  const { data } = useQuery(documentTypesQuery);
  const text = useText('date');
  if (!data) return null;
  const { time_zone: zone } = data;
  const date = readDate(text, zone);
  if (!date)
    return <PlainField name="date" label={messages.date} error={messages.dateUnreadable} />;
  return (
    <div className={styles['cover']} role="group" aria-label={messages.date} data-field="date">
      <WallFields date={date} zone={zone} />
      <Meaning date={date} zone={zone} />
    </div>
  );
}

interface DateProps {
  readonly date: WallDate;
  readonly zone: string;
}

function WallFields({ date, zone }: DateProps): ReactNode {
  const messages = useMessages(fieldMessages);
  const editing = useEditing();
  const error = useEditingState(({ fieldErrors }) => fieldErrors['date']);
  const canEdit = useCanEdit();
  // A day is empty while its parts are typed.
  const [typed, setTyped] = useState<WallDate | null>(null);
  const shown = typed ?? date;
  const write = (next: WallDate) => editing.setValue(['date'], writeDate(next));
  const change = (next: WallDate) => {
    setTyped(next);
    if (next.day !== '') write(next);
  };
  const leave = () => {
    if (typed?.day === '') write(typed);
    setTyped(null);
  };
  const [today = '', now = ''] = toWall(new Date(), zone).split('T');
  return (
    <>
      <div className={styles['when']}>
        <TextField
          label={messages.date}
          type="date"
          value={shown.day}
          onChange={(day) => change({ ...shown, day })}
          onBlur={leave}
          error={error}
          isReadOnly={!canEdit}
        />
        <TextField
          label={messages.time}
          type="time"
          value={shown.time}
          onChange={(time) => change({ day: shown.day || today, time })}
          onBlur={leave}
          isReadOnly={!canEdit}
        />
      </div>
      {canEdit && (
        <div className="row">
          <Button size="small" icon={Clock} onPress={() => write({ day: today, time: now })}>
            {messages.now}
          </Button>
          {date.day !== '' && (
            <IconButton
              size="small"
              kind="quiet"
              icon={X}
              onPress={() => write({ day: '', time: '' })}
            >
              {messages.removeDate}
            </IconButton>
          )}
        </div>
      )}
      <p className="field-help">{messages.zone({ zone })}</p>
    </>
  );
}

/** The date orders and labels a page, and does not publish it. */
function Meaning({ date, zone }: DateProps): ReactNode {
  const messages = useMessages(fieldMessages);
  const { prompts } = useEditing();
  const situation = useActionContext();
  const { scheduled_publish_at: due } = situation.detail;
  const isLater =
    date.day !== '' && `${date.day}T${date.time || '00:00'}` > toWall(new Date(), zone);
  return (
    <>
      <p className="field-help">
        {due ? messages.isScheduled({ when: formatDateTime(due) }) : messages.dateHelp}{' '}
        {isLater && !due && messages.dateIsLater}
      </p>
      <div className="row">
        <Button
          size="small"
          icon={CalendarClock}
          onPress={() => prompts.openDialog('schedule')}
          disabledReason={disabledReasons.schedule(situation)}
        >
          {due ? situation.words.reschedule : situation.words.schedule}
        </Button>
      </div>
    </>
  );
}
