import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { FormDialog, TextField, toast } from '../../ui/index.ts';
import { documentsChanged } from './after-change.ts';
import type { ActDialogProps } from './decision-dialog.tsx';
import { decisionWords } from './decision-words.ts';

/** Says when a document becomes public, and when it is so no longer. */
export function ScheduleDialog({ detail, onClose, onDone }: ActDialogProps): ReactNode {
  const words = useWords(decisionWords);
  const [publishAt, setPublishAt] = useState(() => tomorrow());
  const [unpublishAt, setUnpublishAt] = useState(() => toLocal(detail.scheduled_unpublish_at));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const submit = async () => {
    try {
      const { revision } = await galley.documents.status({
        path: detail.path,
        status: 'scheduled',
        scheduled_publish_at: fromLocal(publishAt),
        scheduled_unpublish_at: fromLocal(unpublishAt),
        expected_revision: detail.revision,
      });
      toast({ text: words.scheduled });
      await documentsChanged();
      onDone(revision);
    } catch (error) {
      setErrors(fieldErrors(error));
      throw error;
    }
  };
  return (
    <FormDialog
      title={words.scheduleTitle(detail.title || detail.path)}
      action={words.schedule}
      size="small"
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={words.publishAt}
        type="datetime-local"
        value={publishAt}
        onChange={setPublishAt}
        error={errors['scheduled_publish_at']}
        help={words.byClock}
        isRequired
        autoFocus
      />
      <TextField
        label={words.unpublishAt}
        type="datetime-local"
        value={unpublishAt}
        onChange={setUnpublishAt}
        error={errors['scheduled_unpublish_at']}
        help={words.never}
      />
    </FormDialog>
  );
}

/** What `datetime-local` takes: wall time here, to the minute. */
function toLocal(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function fromLocal(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString();
}

/** Tomorrow at nine: when papers come out. */
function tomorrow(): string {
  const date = new Date();
  date.setDate(date.getDate() + 1);
  date.setHours(9, 0, 0, 0);
  return toLocal(date.toISOString());
}
