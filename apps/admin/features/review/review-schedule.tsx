import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { toast } from '../../ui/index.ts';
import { invalidateDocuments } from '../documents/refresh.ts';
import { ScheduleDialog } from '../documents/schedule-dialog.tsx';
import type { DecisionDialogProps } from './decision-dialog.tsx';
import { decisionMessages } from './decision-messages.ts';

/** Schedules the displayed revision only. */
export function ReviewSchedule({ detail, onClose, onDone }: DecisionDialogProps): ReactNode {
  const { path, title, revision: expected_revision } = detail;
  const messages = useMessages(decisionMessages);
  return (
    <ScheduleDialog
      title={messages.scheduleTitle({ title: title || path })}
      action={messages.schedule}
      publishAt={detail.scheduled_publish_at}
      unpublishAt={detail.scheduled_unpublish_at}
      onClose={onClose}
      onSchedule={async (times) => {
        const wanted = { path, status: 'scheduled' as const, expected_revision, ...times };
        const { revision } = await galley.documents.status(wanted, { prefer: 'minimal' });
        toast({ text: messages.scheduled });
        await invalidateDocuments();
        onDone(revision);
      }}
    />
  );
}
