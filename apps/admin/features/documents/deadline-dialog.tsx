import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { longDate } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  FormDialog,
  QueryBoundary,
  TextField,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { deadlineMessages } from './deadline-messages.ts';

/** The day, or null. */
export const deadlineQuery = (path: string) =>
  queryOptions({
    queryKey: ['documents', 'deadline', path],
    queryFn: async ({ signal }): Promise<string | null> => {
      const { deadline } = await galley.documents.deadline({ path }, { signal });
      return deadline?.due_on ?? null;
    },
  });

/** Noon, so that no time zone moves it to another day. */
export const shownDay = (day: string): string => longDate(`${day}T12:00:00`);

interface Props {
  readonly path: string;
  readonly title: string;
  readonly onClose: () => void;
}

export function DeadlineDialog({ path, title, onClose }: Props): ReactNode {
  const messages = useMessages(deadlineMessages);
  const query = useQuery(deadlineQuery(path));
  const [typed, setTyped] = useState<string | null>(null);
  const day = typed ?? query.data ?? '';
  const save = async (dueOn: string | null) => {
    await galley.documents.setDeadline({ path, due_on: dueOn });
    toast({ text: dueOn === null ? messages.removed : messages.saved({ day: shownDay(dueOn) }) });
    onClose();
    await queryClient.invalidateQueries({ queryKey: ['documents'] });
  };
  return (
    <FormDialog
      title={messages.title({ title })}
      action={messages.save}
      size="small"
      onClose={onClose}
      onSubmit={() => save(day)}
    >
      <QueryBoundary query={query} lines={2}>
        {(deadline) => (
          <>
            <TextField
              label={messages.day}
              type="date"
              value={day}
              onChange={setTyped}
              help={messages.help}
              isRequired
              autoFocus
            />
            {deadline && (
              <Button kind="quiet" onPress={() => void save(null).catch(toastProblem)}>
                {messages.remove}
              </Button>
            )}
          </>
        )}
      </QueryBoundary>
    </FormDialog>
  );
}
