import type { AgentSession } from '@galley/sdk';
import { formatDuration } from '../../lib/format.ts';
import { currentMessages, language } from '../../lib/messages.ts';
import type { Tone } from '../../ui/index.ts';
import { sessionMessages } from './session-messages.ts';

/** `$0.05`; four digits below a dollar, since turns are cheap. */
export function formatCost(usd: number): string {
  return usd.toLocaleString(language.get(), {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: usd < 1 ? 4 : 2,
  });
}

export function outcomeOf(session: AgentSession): { readonly text: string; readonly tone: Tone } {
  const messages = currentMessages(sessionMessages);
  const { status, outcome, failure } = session;
  if (status === 'starting') return { text: messages.starting, tone: 'info' };
  if (status !== 'ended') return { text: messages.running, tone: 'info' };
  if (failure === 'sign_in' || failure === 'quota') return { text: messages[failure], tone: 'bad' };
  if (outcome === 'stopped') return { text: messages.stopped, tone: 'warn' };
  if (outcome === 'completed') return { text: messages.completed, tone: 'good' };
  if (outcome === 'failed') return { text: messages.failed, tone: 'bad' };
  if (outcome === 'expired') return { text: messages.expired, tone: 'bad' };
  return { text: messages.ended, tone: 'plain' };
}

/** Until `now` for a running session. */
export function durationText({ started_at, ended_at }: AgentSession, now: number): string {
  const end = ended_at === null ? now : Date.parse(ended_at);
  return formatDuration(Math.max(0, end - Date.parse(started_at)));
}
