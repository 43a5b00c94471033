import type { ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { Button, toast, toastProblem } from '../../../ui/index.ts';
import {
  ScheduleDialog as TimesDialog,
  type PlannedTimes,
} from '../../documents/schedule-dialog.tsx';
import { move } from '../bar/acts.ts';
import { actionWords } from '../bar/action-words.ts';
import { useEditing, useEditingState } from '../use-editing.ts';

export function ScheduleDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords(actionWords);
  const editing = useEditing();
  const detail = useEditingState((state) => state.detail);
  const isDirty = useEditingState((state) => state.isDirty);
  const isPublished = detail.status === 'published' && !isDirty;
  const schedule = async (times: PlannedTimes) => {
    const status = isPublished ? 'published' : 'scheduled';
    if (await move(editing, { status, ...times, savesFirst: true }))
      toast({ text: words.scheduleSaved });
    onClose();
  };
  const toDraft = async () => {
    await move(editing, { status: 'draft' });
    toast({ text: words.isDraft });
    onClose();
  };
  return (
    <TimesDialog
      title={words.scheduleTitle}
      action={words.scheduleTitle}
      publishAt={detail.scheduled_publish_at}
      unpublishAt={detail.scheduled_unpublish_at}
      hasEndAlone={isPublished}
      about={isDirty && words.saveFirst}
      onClose={onClose}
      onSchedule={schedule}
    >
      {detail.status === 'scheduled' && (
        <Button onPress={() => void toDraft().catch(toastProblem)}>{words.backToDraft}</Button>
      )}
    </TimesDialog>
  );
}
