import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { longDate } from '../../lib/format.ts';
import { currentMessages } from '../../lib/messages.ts';
import { toWall } from '../../lib/wall-time.ts';
import { toast, toastProblem } from '../../ui/index.ts';
import { addDays, noonOf, type Day } from './calendar.ts';
import { calendarMessages } from './calendar-messages.ts';
import { dayOfEntry, type CalendarEntry } from './calendar-entry.tsx';

/** Keeps the time of day in the time zone of the site. Offers to undo the move. */
export async function moveEntry(entry: CalendarEntry, day: Day, zone: string): Promise<void> {
  const before = dayOfEntry(entry);
  if (day === before) return;
  const messages = currentMessages(calendarMessages);
  const days = Math.round((noonOf(day).getTime() - noonOf(before).getTime()) / 86_400_000);
  try {
    const moved = await move(entry, days, zone);
    const undo = async () => {
      try {
        await move(moved, -days, zone);
        toast({ text: messages.undone });
      } catch (error) {
        toastProblem(error);
      }
      await refresh();
    };
    toast({
      text: messages.moved({ title: entry.title || entry.path, day: longDate(noonOf(day)) }),
      action: { label: messages.undo, onPress: () => void undo() },
    });
  } catch (error) {
    toastProblem(error);
  }
  await refresh();
}

async function move(entry: CalendarEntry, days: number, zone: string): Promise<CalendarEntry> {
  const { kind, path, status, revision, at } = entry;
  if (at === null) {
    const due = addDays(entry.day, days);
    await galley.documents.setDeadline({ path, due_on: due });
    return { ...entry, day: due };
  }
  const [day, time] = toWall(at, zone).split('T') as [Day, string];
  const planned = `${addDays(day, days)} ${time}`;
  const saved = await galley.documents.status({
    path,
    expected_revision: revision,
    ...(kind === 'publish'
      ? { status: 'scheduled', scheduled_publish_at: planned }
      : { status, scheduled_unpublish_at: planned }),
  });
  const next = kind === 'publish' ? saved.scheduled_publish_at : saved.scheduled_unpublish_at;
  return { ...entry, revision: saved.revision, at: next };
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['documents'] });
