import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { may, useSession } from '../../../app/session.ts';
import { galley } from '../../../lib/galley.ts';
import { fieldErrors } from '../../../lib/problem-text.ts';
import { useWords } from '../../../lib/words.ts';
import { Button, FormDialog, TextField, toast, toastProblem } from '../../../ui/index.ts';
import { move } from '../bar/acts.ts';
import { actionWords } from '../bar/action-words.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { browserZone, fromWall, toWall } from './wall-time.ts';

/** When the document becomes public, and when it is so no longer. */
export function ScheduleDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords(actionWords);
  const zone = useSiteZone();
  // What was shown in the times of this computer would be shown in others: the fields wait for it.
  return (
    zone !== undefined && (
      <Times
        zone={zone ?? browserZone}
        about={zone ? words.zoneOfSite(zone) : words.zoneOfBrowser(browserZone)}
        onClose={onClose}
      />
    )
  );
}

interface TimesProps {
  readonly zone: string;
  readonly about: string;
  readonly onClose: () => void;
}

function Times({ zone, about, onClose }: TimesProps): ReactNode {
  const words = useWords(actionWords);
  const editing = useEditing();
  const detail = useEditingState((state) => state.detail);
  const isDirty = useEditingState((state) => state.isDirty);
  const isPublished = detail.status === 'published' && !isDirty;
  const [publishAt, setPublishAt] = useState(toWall(detail.scheduled_publish_at, zone));
  const [unpublishAt, setUnpublishAt] = useState(toWall(detail.scheduled_unpublish_at, zone));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const send = async () => {
    setErrors({});
    const times = {
      ...(!isPublished && { scheduled_publish_at: fromWall(publishAt, zone) }),
      scheduled_unpublish_at: fromWall(unpublishAt, zone),
    };
    try {
      const status = isPublished ? 'published' : 'scheduled';
      if (await move(editing, { status, ...times, savesFirst: true }))
        toast({ text: words.scheduleSaved });
      onClose();
    } catch (error) {
      setErrors(fieldErrors(error));
      throw error;
    }
  };
  return (
    <FormDialog
      title={words.scheduleTitle}
      action={words.scheduleTitle}
      onClose={onClose}
      onSubmit={send}
      disabledReason={!isPublished && publishAt === '' && words.needsTime}
    >
      <p className="soft">
        {about} {isDirty && words.saveFirst}
      </p>
      {!isPublished && (
        <TextField
          label={words.publishAt}
          type="datetime-local"
          value={publishAt}
          onChange={setPublishAt}
          error={errors['scheduled_publish_at']}
          isRequired
        />
      )}
      <TextField
        label={words.unpublishAt}
        help={words.unpublishHelp}
        type="datetime-local"
        value={unpublishAt}
        onChange={setUnpublishAt}
        error={errors['scheduled_unpublish_at']}
      />
      {detail.status === 'scheduled' && <BackToDraft onClose={onClose} />}
    </FormDialog>
  );
}

function BackToDraft({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords(actionWords);
  const editing = useEditing();
  const take = async () => {
    await move(editing, { status: 'draft' });
    toast({ text: words.isDraft });
    onClose();
  };
  return <Button onPress={() => void take().catch(toastProblem)}>{words.backToDraft}</Button>;
}

/** The time zone of the site, which only who manages settings is told; null for others, undefined until it is known. */
function useSiteZone(): string | null | undefined {
  const isTold = may(useSession(), 'config.manage');
  const { data, error } = useQuery({
    queryKey: ['settings', 'time-zone'],
    queryFn: async ({ signal }) => {
      for (const { id, fields } of await galley.settings.sections({}, { signal })) {
        if (!fields.some(({ name }) => name === 'time_zone')) continue;
        const { values } = await galley.settings.form({ section: id }, { signal });
        return String(values['time_zone']);
      }
      return null;
    },
    enabled: isTold,
    staleTime: 60_000,
  });
  return isTold && !error ? data : null;
}
