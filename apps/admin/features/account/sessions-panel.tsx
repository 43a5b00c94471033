import type { SessionRecord } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Badge, Button, ErrorNotice, Loading, Panel, Time, toast } from '../../ui/index.ts';
import { deviceOf } from './device-words.ts';
import { useAction } from '../../lib/use-action.ts';
import { accountWords } from './words.ts';
import styles from './account.module.css';

interface Whose {
  readonly username: string;
  readonly isOwn: boolean;
}

export function SessionsPanel({ username, isOwn }: Whose): ReactNode {
  const words = useWords(accountWords);
  const query = useQuery({
    queryKey: ['sessions', username],
    queryFn: ({ signal }) => galley.sessions.list({ username }, { signal }),
  });
  const count = query.data?.length ?? 0;
  return (
    <Panel
      title={isOwn ? words.sessions : words.theirSessions}
      actions={<EndMany username={username} isOwn={isOwn} count={count} />}
      isFlush
    >
      <Loading query={query} lines={3}>
        {(sessions) =>
          sessions.length === 0 ? (
            <p className={`soft ${styles.oneLine}`}>{words.noSession}.</p>
          ) : (
            <ul className={styles.lines}>
              {sessions.map((session) => (
                <SessionLine key={session.id} session={session} />
              ))}
            </ul>
          )
        }
      </Loading>
    </Panel>
  );
}

function SessionLine({ session }: { readonly session: SessionRecord }): ReactNode {
  const words = useWords(accountWords);
  const { id, username, current, remote_addr: address, user_agent: agent } = session;
  const { program, system, isHandheld } = deviceOf(agent);
  const known = program && system && words.device(program, system);
  const device = known ?? (agent.slice(0, 60) || words.unknownDevice);
  const Icon = isHandheld ? Smartphone : Laptop;
  const ending = useAction(async () => {
    await galley.sessions.revoke({ session_id: id, username });
    toast({ text: words.sessionEnded });
    await queryClient.invalidateQueries({ queryKey: ['sessions'] });
  });
  return (
    <li>
      <Icon aria-hidden size={20} className={styles.lineIcon} />
      <div className="grow">
        <p className="breaks">
          <strong title={agent}>{device}</strong>{' '}
          {current && <Badge tone="good">{words.thisOne}</Badge>}
        </p>
        <p className={styles.lineFacts}>
          <span>{address || words.noAddress}</span>
          <span>
            {words.lastUsed} <Time at={session.last_seen} />
          </span>
          <span>
            {words.since} <Time at={session.issued_at} />
          </span>
        </p>
        <ErrorNotice error={ending.error} />
      </div>
      {!current && (
        <Button size="small" isPending={ending.isPending} onPress={ending.run}>
          <span aria-hidden>{words.end}</span>
          <span className="sr-only">{words.endSession(device, address || words.noAddress)}</span>
        </Button>
      )}
    </li>
  );
}

function EndMany({ username, isOwn, count }: Whose & { readonly count: number }): ReactNode {
  const words = useWords(accountWords);
  const ending = useAction(async () => {
    await galley.sessions.revoke(isOwn ? { username, keep_current: true } : { username });
    toast({ text: isOwn ? words.othersEnded : words.signedOut });
    await queryClient.invalidateQueries({ queryKey: ['sessions'] });
  });
  const reason = isOwn ? count < 2 && words.onlyThis : count === 0 && words.noSession;
  return (
    <>
      <ErrorNotice error={ending.error} />
      <Button
        size="small"
        isPending={ending.isPending}
        disabledReason={reason}
        onPress={ending.run}
      >
        {isOwn ? words.endOthers : words.signOutEverywhere}
      </Button>
    </>
  );
}
