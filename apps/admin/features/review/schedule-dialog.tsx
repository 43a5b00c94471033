import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { toast } from '../../ui/index.ts';
import { ScheduleDialog as TimesDialog, type PlannedTimes } from '../documents/schedule-dialog.tsx';
import { documentsChanged } from './after-change.ts';
import type { ActDialogProps } from './decision-dialog.tsx';
import { decisionWords } from './decision-words.ts';

/** Says when the document that was reviewed becomes public. */
export function ScheduleDialog({ detail, onClose, onDone }: ActDialogProps): ReactNode {
  const words = useWords(decisionWords);
  const { path, title, revision: expected_revision } = detail;
  const schedule = async (times: PlannedTimes) => {
    const input = { path, expected_revision, status: 'scheduled', ...times } as const;
    const { revision } = await galley.documents.status(input);
    toast({ text: words.scheduled });
    await documentsChanged();
    onDone(revision);
  };
  return (
    <TimesDialog
      title={words.scheduleTitle(title || path)}
      action={words.schedule}
      publishAt={detail.scheduled_publish_at}
      unpublishAt={detail.scheduled_unpublish_at}
      onClose={onClose}
      onSchedule={schedule}
    />
  );
}
