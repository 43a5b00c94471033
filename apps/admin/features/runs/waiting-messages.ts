import type { RunWaiting } from '@galley/sdk';
import { formatMessage, translation } from '../../lib/messages.ts';

/**
 * Says in one sentence what a run is waiting for. English is the server's sentence.
 * Translations have a variant `…_unnamed` for sentences without a subject or a person.
 */
export function waitingText(waiting: RunWaiting): string {
  const { kind, who, subject, others, text } = waiting;
  const isNamed = kind === 'approval' ? subject !== '' : who !== null;
  const icu =
    (!isNamed && translation('waiting', `${kind}_unnamed`)) || translation('waiting', kind);
  if (icu === undefined) return text;
  return formatMessage(icu, { who, subject, others, work: workText(waiting), text });
}

function workText({ purpose, subject }: RunWaiting): string {
  return formatMessage(translation('waitingWork', purpose ?? 'other') ?? '{subject}', {
    subject: subject ?? '',
  });
}
