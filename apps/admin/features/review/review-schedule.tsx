import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { toast } from '../../ui/index.ts';
import { documentsChanged } from '../documents/refresh.ts';
import { ScheduleDialog } from '../documents/schedule-dialog.tsx';
import type { ActDialogProps } from './decision-dialog.tsx';
import { decisionWords } from './decision-words.ts';

/** Schedules the displayed revision only. */
export function ReviewSchedule({ detail, onClose, onDone }: ActDialogProps): ReactNode {
  const { path, title, revision: expected_revision } = detail;
  const words = useWords(decisionWords);
  return (
    <ScheduleDialog
      title={words.scheduleTitle(title || path)}
      action={words.schedule}
      publishAt={detail.scheduled_publish_at}
      unpublishAt={detail.scheduled_unpublish_at}
      onClose={onClose}
      onSchedule={async (times) => {
        const wanted = { path, status: 'scheduled' as const, expected_revision, ...times };
        const { revision } = await galley.documents.status(wanted);
        toast({ text: words.scheduled });
        await documentsChanged();
        onDone(revision);
      }}
    />
  );
}
