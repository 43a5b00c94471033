import type { NewWorkerToken, WorkerToken } from '@galley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import {
  confirmAction,
  Badge,
  Button,
  EmptyState,
  Panel,
  Skeleton,
  Time,
  toast,
  toastProblem,
  TokenDialog,
  useMinute,
  MoreButton,
} from '../../ui/index.ts';
import { workerTokensQuery } from './queries.ts';
import styles from './runs.module.css';
import { NewTokenDialog } from './token-dialogs.tsx';
import { tokenMessages } from './token-messages.ts';
import { RunsError } from './runs-error.tsx';
import { useWorkspace } from './workspace.tsx';

export function WorkerTokens(): ReactNode {
  const messages = useMessages(tokenMessages);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewWorkerToken | null>(null);
  const button = (
    <Button kind="primary" icon={Plus} onPress={() => setMaking(true)}>
      {messages.create}
    </Button>
  );
  return (
    <div className="stack">
      <Panel title={messages.title} about={messages.about} actions={button} isFlush>
        <TokenList />
        {isMaking && (
          <NewTokenDialog
            onClose={() => setMaking(false)}
            onMade={(token) => {
              setMaking(false);
              setMade(token);
              void refreshTokens();
            }}
          />
        )}
        {made && (
          <TokenDialog
            title={messages.shownTitle}
            token={made.token}
            endsAt={made.expires_at}
            onClose={() => setMade(null)}
          >
            {messages.shownText}
          </TokenDialog>
        )}
      </Panel>
    </div>
  );
}

function refreshTokens(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['worker-tokens'] });
}

function TokenList(): ReactNode {
  const messages = useMessages(tokenMessages);
  const query = useInfiniteQuery(workerTokensQuery(useWorkspace()));
  if (!query.data) return query.error ? <RunsError error={query.error} /> : <Skeleton lines={4} />;
  const tokens = query.data.pages.flatMap(({ items }) => items);
  if (tokens.length === 0) {
    return (
      <EmptyState icon={KeyRound} title={messages.empty}>
        {messages.emptyText}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles['rows']}>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  );
}

function TokenRow({ token }: { readonly token: WorkerToken }): ReactNode {
  const messages = useMessages(tokenMessages);
  const workspace = useWorkspace();
  const { agent_id, run_id, scopes, created_by, created_at, expires_at, revoked_at } = token;
  const isExpired = new Date(expires_at).getTime() < useMinute();
  return (
    <li className={styles['row']}>
      <div className="grow">
        <p className={`${styles['rowTitle'] ?? ''} breaks`}>{agent_id}</p>
        <p className="soft small breaks">
          {messages.run} {run_id} · {messages.made} <Time at={created_at} />{' '}
          {messages.by({ who: created_by })} · {messages.expires} <Time at={expires_at} />
        </p>
        <p className="small breaks">
          <code>{scopes.join(' ')}</code>
        </p>
      </div>
      <span className={styles['badges']}>
        <TokenState isRevoked={revoked_at !== null} isExpired={isExpired} />
        <Button
          size="small"
          disabledReason={(isExpired || revoked_at !== null) && messages.isOver}
          onPress={() => void revoke(workspace, token)}
        >
          {messages.revoke}
          <span className="sr-only">{`: ${agent_id}`}</span>
        </Button>
      </span>
    </li>
  );
}

function TokenState(props: {
  readonly isRevoked: boolean;
  readonly isExpired: boolean;
}): ReactNode {
  const messages = useMessages(tokenMessages);
  if (props.isRevoked) return <Badge tone="bad">{messages.revoked}</Badge>;
  return props.isExpired ? (
    <Badge>{messages.expired}</Badge>
  ) : (
    <Badge tone="good">{messages.valid}</Badge>
  );
}

async function revoke(workspace: string, { id, agent_id }: WorkerToken): Promise<void> {
  const messages = currentMessages(tokenMessages);
  const isSure = await confirmAction({
    title: messages.revokeTitle,
    text: messages.revokeText({ agent: agent_id }),
    action: messages.revoke,
    kind: 'danger',
  });
  if (!isSure) return;
  try {
    await galley.workerTokens.revoke({ id: workspace, token: id });
    toast({ text: messages.didRevoke });
  } catch (error) {
    toastProblem(error);
  }
  await refreshTokens();
}
