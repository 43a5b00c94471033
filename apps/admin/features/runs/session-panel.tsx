import type { AgentSession } from '@galley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import {
  Badge,
  EmptyState,
  ErrorNotice,
  Panel,
  Skeleton,
  TextField,
  Time,
  useMinute,
  MoreButton,
} from '../../ui/index.ts';
import { sessionsQuery } from './queries.ts';
import styles from './runs.module.css';
import { durationText, formatCost, outcomeOf } from './session-facts.ts';
import { sessionMessages, turnTitle } from './session-messages.ts';
import { useWorkspace } from './workspace.tsx';

export function SessionPanel({ run }: { readonly run: string }): ReactNode {
  const messages = useMessages(sessionMessages);
  const [search, setSearch] = useState('');
  const text = useDebouncedValue(search.trim());
  return (
    <Panel title={messages.turns} isFlush>
      <div className={styles['filters']}>
        <TextField
          label={messages.search}
          isLabelHidden
          value={search}
          onChange={setSearch}
          placeholder={messages.search}
          maxLength={200}
        />
      </div>
      <SessionList run={run} text={text} />
    </Panel>
  );
}

function SessionList({ run, text }: { readonly run: string; readonly text: string }): ReactNode {
  const messages = useMessages(sessionMessages);
  const query = useInfiniteQuery(sessionsQuery(useWorkspace(), run, text));
  const { data, error } = query;
  if (!data) {
    return error ? (
      <div className={styles['hint']}>
        <ErrorNotice error={error} onRetry={() => void query.refetch()} />
      </div>
    ) : (
      <div className={styles['hint']}>
        <Skeleton lines={3} />
      </div>
    );
  }
  const sessions = data.pages.flatMap(({ items }) => items);
  if (sessions.length === 0) {
    return (
      <EmptyState icon={Bot} title={text === '' ? messages.noTurns : messages.noMatch}>
        {text === '' ? messages.noTurnsText : messages.searchHelp}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles['rows']}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <MoreButton query={query} className={styles['hint']} />
    </>
  );
}

function SessionRow({ session }: { readonly session: AgentSession }): ReactNode {
  const messages = useMessages(sessionMessages);
  const now = useMinute();
  const { id, run_id: run, agent_id: agent, started_at, usd } = session;
  const tokens = session.input_tokens + session.output_tokens;
  const { text, tone } = outcomeOf(session);
  return (
    <li className={styles['row']}>
      <div className="grow">
        <Link
          to={'/runs/$run/turns/$session'}
          params={{ run, session: id }}
          className={`${styles['rowTitle'] ?? ''} ${styles['twoLines'] ?? ''} breaks`}
        >
          {turnTitle(session.reason)}
        </Link>
        <p className="soft small breaks">
          {agent} · <Time at={started_at} /> · {durationText(session, now)}
          {tokens > 0 && ` · ${messages.tokenCount({ count: tokens })}`}
          {usd !== null && ` · ${formatCost(usd)}`}
        </p>
      </div>
      <Badge tone={tone}>{text}</Badge>
    </li>
  );
}
