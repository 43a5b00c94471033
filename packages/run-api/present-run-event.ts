import type { contract, AnswerOf } from '@galley/contract';
import { toWire } from '@galley/kernel';
import type { RunEvent } from '@galley/runcoord';

export function presentRunEvent(
  event: RunEvent,
): AnswerOf<typeof contract.runs.events>['items'][number] {
  return { ...toWire(event), id: String(event.id) };
}

export function runEventMessage(event: RunEvent): string {
  // Other writers to the database may have left any type. JSON contains no line break.
  const type = event.type.replace(/[\r\n]+/g, ' ');
  return `id: ${event.id}\nevent: ${type}\ndata: ${JSON.stringify(presentRunEvent(event))}\n\n`;
}
