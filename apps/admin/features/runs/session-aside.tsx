import type { AgentSession, AgentSessionEvent } from '@galley/sdk';
import { useMemo, type ReactNode } from 'react';
import { formatNumber } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Facts, Panel, Time, useMinute } from '../../ui/index.ts';
import styles from './runs.module.css';
import { durationText, formatCost, outcomeOf } from './session-facts.ts';
import { sessionMessages } from './session-messages.ts';
import { filesOf } from './transcript.ts';

export function SessionFacts({ session }: { readonly session: AgentSession }): ReactNode {
  const messages = useMessages(sessionMessages);
  const now = useMinute();
  const { text, tone } = outcomeOf(session);
  const { model, input_tokens: input, output_tokens: output, usd, end_reason: end } = session;
  return (
    <Panel>
      <Facts
        facts={[
          [messages.agent, session.agent_id],
          [
            messages.outcome,
            <Badge key="outcome" tone={tone}>
              {text}
            </Badge>,
          ],
          ...(end ? [[messages.exit, end] as const] : []),
          [messages.started, <Time key="started" at={session.started_at} />],
          [messages.duration, durationText(session, now)],
          [messages.model, model ?? messages.notReported],
          [
            messages.tokens,
            input + output > 0 ? messages.inAndOut({ input, output }) : messages.notReported,
          ],
          [messages.cost, usd === null ? messages.notReported : formatCost(usd)],
          [messages.events, formatNumber(session.event_count)],
          [messages.session, <code key="id">{session.id}</code>],
        ]}
      />
    </Panel>
  );
}

export function SessionFiles(props: { readonly events: readonly AgentSessionEvent[] }): ReactNode {
  const { events } = props;
  const messages = useMessages(sessionMessages);
  const files = useMemo(() => filesOf(events), [events]);
  if (files.length === 0) return null;
  return (
    <Panel title={messages.files} isFlush>
      <ul className={styles['rows']}>
        {files.map((path) => (
          <li key={path} className={styles['row']}>
            <code className="breaks">{path}</code>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
