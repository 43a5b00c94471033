import type { ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { Button, toast, toastProblem } from '../../../ui/index.ts';
import {
  ScheduleDialog as TimesDialog,
  type PlannedTimes,
} from '../../documents/schedule-dialog.tsx';
import { changeStatus } from '../bar/editor-actions.ts';
import { actionMessages } from '../bar/action-messages.ts';
import { useEditing, useEditingState } from '../use-editing.ts';

export function ScheduleDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(actionMessages);
  const editing = useEditing();
  const detail = useEditingState((state) => state.detail);
  const isDirty = useEditingState((state) => state.isDirty);
  const isPublished = detail.status === 'published' && !isDirty;
  const schedule = async (times: PlannedTimes) => {
    const status = isPublished ? 'published' : 'scheduled';
    if (await changeStatus(editing, { status, ...times, shouldSaveFirst: true }))
      toast({ text: messages.scheduleSaved });
    onClose();
  };
  const toDraft = async () => {
    await changeStatus(editing, { status: 'draft' });
    toast({ text: messages.isDraft });
    onClose();
  };
  return (
    <TimesDialog
      title={messages.scheduleTitle}
      action={messages.scheduleTitle}
      publishAt={detail.scheduled_publish_at}
      unpublishAt={detail.scheduled_unpublish_at}
      hasEndAlone={isPublished}
      about={isDirty && messages.saveFirst}
      onClose={onClose}
      onSchedule={schedule}
    >
      {detail.status === 'scheduled' && (
        <Button onPress={() => void toDraft().catch(toastProblem)}>{messages.backToDraft}</Button>
      )}
    </TimesDialog>
  );
}
