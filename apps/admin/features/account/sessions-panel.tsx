import type { SessionRecord } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { showSignIn } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Badge,
  Button,
  ErrorNotice,
  QueryBoundary,
  Panel,
  Time,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { useAction } from '../../lib/use-action.ts';
import { accountMessages } from './messages.ts';
import { sessionsQuery } from './sessions-query.ts';
import styles from './account.module.css';

interface SessionsPanelProps {
  readonly username: string;
  readonly isOwn: boolean;
}

export function SessionsPanel({ username, isOwn }: SessionsPanelProps): ReactNode {
  const messages = useMessages(accountMessages);
  const query = useQuery(sessionsQuery(username));
  const count = query.data?.length ?? 0;
  return (
    <Panel
      title={isOwn ? messages.sessions : messages.theirSessions}
      actions={
        <>
          <EndSessionsButton username={username} isOwn={isOwn} count={count} />
          {isOwn && <SignOutEverywhereButton username={username} />}
        </>
      }
      isFlush
    >
      <QueryBoundary query={query} lines={3}>
        {(sessions) =>
          sessions.length === 0 ? (
            <p className={`soft ${styles.oneLine}`}>{messages.noSession}.</p>
          ) : (
            <ul className={styles.lines}>
              {sessions.map((session) => (
                <SessionLine key={session.id} session={session} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function SessionLine({ session }: { readonly session: SessionRecord }): ReactNode {
  const messages = useMessages(accountMessages);
  const { id, username, current, remote_addr: address, user_agent: agent } = session;
  const { browser: program, system, is_handheld: isHandheld } = session;
  const known = program && system && messages.device({ program, system });
  const device = known ?? (agent.slice(0, 60) || messages.unknownDevice);
  const Icon = isHandheld ? Smartphone : Laptop;
  const ending = useAction(async () => {
    await galley.sessions.revoke({ session_id: id, username });
    toast({ text: messages.sessionEnded });
    await queryClient.invalidateQueries({ queryKey: ['sessions'] });
  });
  return (
    <li>
      <Icon aria-hidden size={20} className={styles.lineIcon} />
      <div className="grow">
        <p className="breaks">
          <strong title={agent}>{device}</strong>{' '}
          {current && <Badge tone="good">{messages.thisOne}</Badge>}
        </p>
        <p className={styles.lineFacts}>
          <span title={session.network}>{address || messages.noAddress}</span>
          <span>
            {messages.lastUsed} <Time at={session.last_seen} />
          </span>
          <span>
            {messages.since} <Time at={session.issued_at} />
          </span>
        </p>
        <ErrorNotice error={ending.error} />
      </div>
      {!current && (
        <Button size="small" isPending={ending.isPending} onPress={ending.run}>
          <span aria-hidden>{messages.end}</span>
          <span className="sr-only">
            {messages.endSession({ device, address: address || messages.noAddress })}
          </span>
        </Button>
      )}
    </li>
  );
}

/** Ends this session too. */
function SignOutEverywhereButton({ username }: { readonly username: string }): ReactNode {
  const messages = useMessages(accountMessages);
  const ending = useAction(async () => {
    await galley.sessions.revoke({ username });
    showSignIn('signed-out');
  }, toastProblem);
  return (
    <Button size="small" isPending={ending.isPending} onPress={ending.run}>
      {messages.signOutOwnEverywhere}
    </Button>
  );
}

function EndSessionsButton({
  username,
  isOwn,
  count,
}: SessionsPanelProps & { readonly count: number }): ReactNode {
  const messages = useMessages(accountMessages);
  const ending = useAction(async () => {
    await galley.sessions.revoke(isOwn ? { username, keep_current: true } : { username });
    toast({ text: isOwn ? messages.othersEnded : messages.signedOut });
    await queryClient.invalidateQueries({ queryKey: ['sessions'] });
  });
  const reason = isOwn ? count < 2 && messages.onlyThis : count === 0 && messages.noSession;
  return (
    <>
      <ErrorNotice error={ending.error} />
      <Button
        size="small"
        isPending={ending.isPending}
        disabledReason={reason}
        onPress={ending.run}
      >
        {isOwn ? messages.endOthers : messages.signOutEverywhere}
      </Button>
    </>
  );
}
