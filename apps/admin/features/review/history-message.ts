import { statusMessages } from '../../lib/document-status.ts';
import { formatDateTime } from '../../lib/format.ts';
import { currentMessages } from '../../lib/messages.ts';
import { historyMessages } from './history-messages.ts';

const time = String.raw`(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)`;
const timePattern = new RegExp(`^${time}$`);
const restorePattern = new RegExp(`^Restored the version of ${time}$`);
const stepPattern = new RegExp(
  `^(?:(\\w+) to (\\w+)|Schedule changed)(?:: (?:publish at ${time})?(?:, )?(?:unpublish at ${time})?)?$`,
);

/** Translates messages that Galley writes, such as `draft to scheduled: publish at 2031-01-02T08:00:00.000Z`. */
export function historyMessageText(message: string): string {
  const words = currentMessages(historyMessages);
  const restored = restorePattern.exec(message)?.[1];
  if (restored !== undefined) return words.restoredVersion({ when: formatDateTime(restored) });
  const step = stepPattern.exec(message);
  if (!step) return message;
  const [, from, to, publishAt, unpublishAt] = step;
  const names: Readonly<Record<string, string>> = currentMessages(statusMessages);
  const isChange = from !== undefined && to !== undefined;
  if (isChange && !(from in names && to in names)) return message;
  const move = isChange
    ? words.moved({ from: names[from]!, to: names[to]! })
    : words.scheduleChanged;
  const times = [
    ...(publishAt === undefined ? [] : [words.publishAt({ when: formatDateTime(publishAt) })]),
    ...(unpublishAt === undefined
      ? []
      : [words.unpublishAt({ when: formatDateTime(unpublishAt) })]),
  ].join(', ');
  return times === '' ? move : `${move}: ${times}`;
}

/** Leaves other values as they are. */
export function readableTime(value: string): string {
  return timePattern.test(value) ? formatDateTime(value) : value;
}
