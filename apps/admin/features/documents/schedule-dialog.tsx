import { useState, type ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { FormDialog, TextField } from '../../ui/index.ts';
import { actWords } from './act-words.ts';
import type { Wanted } from './acts.ts';

interface Props {
  /** How many documents it is for. */
  readonly count: number;
  readonly onClose: () => void;
  readonly onSchedule: (wanted: Wanted) => Promise<unknown>;
}

interface Errors {
  readonly publish?: string;
  readonly unpublish?: string;
}

/** When documents are to be published, and go off the site again. */
export function ScheduleDialog({ count, onClose, onSchedule }: Props): ReactNode {
  const words = useWords(actWords);
  const [publish, setPublish] = useState('');
  const [unpublish, setUnpublish] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const faults = (): Errors => {
    if (publish === '') return { publish: words.timeNeeded };
    if (Date.parse(publish) <= Date.now()) return { publish: words.timePast };
    if (unpublish !== '' && unpublish <= publish) return { unpublish: words.timeOrder };
    return {};
  };
  const submit = async () => {
    const found = faults();
    setErrors(found);
    if (found.publish || found.unpublish) return;
    await onSchedule({
      status: 'scheduled',
      scheduled_publish_at: new Date(publish).toISOString(),
      scheduled_unpublish_at: unpublish === '' ? null : new Date(unpublish).toISOString(),
    });
    onClose();
  };
  return (
    <FormDialog
      title={words.scheduleTitle(count)}
      size="small"
      action={words.scheduleAction}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={words.publishAt}
        type="datetime-local"
        help={words.timeZone(zone)}
        value={publish}
        onChange={setPublish}
        error={errors.publish}
        isRequired
        autoFocus
      />
      <TextField
        label={words.unpublishAt}
        type="datetime-local"
        help={words.unpublishHelp}
        value={unpublish}
        onChange={setUnpublish}
        error={errors.unpublish}
      />
    </FormDialog>
  );
}
