import type { NewWorkerToken, WorkerToken } from '@galley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import {
  ask,
  Badge,
  Button,
  Empty,
  Panel,
  Skeleton,
  Time,
  toast,
  toastProblem,
  TokenDialog,
  uiWords,
  useMinute,
} from '../../ui/index.ts';
import { workerTokensQuery } from './queries.ts';
import styles from './runs.module.css';
import { NewTokenDialog } from './token-dialogs.tsx';
import { tokenWords } from './token-words.ts';
import { Trouble } from './trouble.tsx';
import { useWorkspace } from './workspace.tsx';

export function WorkerTokens(): ReactNode {
  const words = useWords(tokenWords);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<NewWorkerToken | null>(null);
  const button = (
    <Button kind="primary" icon={Plus} onPress={() => setMaking(true)}>
      {words.create}
    </Button>
  );
  return (
    <Panel title={words.title} about={words.about} actions={button} isFlush>
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
          title={words.shownTitle}
          token={made.token}
          endsAt={made.expires_at}
          onClose={() => setMade(null)}
        >
          {words.shownText}
        </TokenDialog>
      )}
    </Panel>
  );
}

function refreshTokens(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['worker-tokens'] });
}

function TokenList(): ReactNode {
  const words = useWords(tokenWords);
  const common = useWords(uiWords);
  const query = useInfiniteQuery(workerTokensQuery(useWorkspace()));
  if (!query.data) return query.error ? <Trouble error={query.error} /> : <Skeleton lines={4} />;
  const tokens = query.data.pages.flatMap(({ items }) => items);
  if (tokens.length === 0) {
    return (
      <Empty icon={KeyRound} title={words.empty}>
        {words.emptyText}
      </Empty>
    );
  }
  return (
    <>
      <ul className={styles['rows']}>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          kind="quiet"
          isPending={query.isFetchingNextPage}
          onPress={() => void query.fetchNextPage()}
        >
          {common.more}
        </Button>
      )}
    </>
  );
}

function TokenRow({ token }: { readonly token: WorkerToken }): ReactNode {
  const words = useWords(tokenWords);
  const workspace = useWorkspace();
  const { agent_id, run_id, scopes, created_by, created_at, expires_at, revoked_at } = token;
  const isExpired = new Date(expires_at).getTime() < useMinute();
  return (
    <li className={styles['row']}>
      <div className="grow">
        <p className={`${styles['rowTitle'] ?? ''} breaks`}>{agent_id}</p>
        <p className="soft small breaks">
          {words.run} {run_id} · {words.made} <Time at={created_at} /> {words.by(created_by)} ·{' '}
          {words.expires} <Time at={expires_at} />
        </p>
        <p className="small breaks">
          <code>{scopes.join(' ')}</code>
        </p>
      </div>
      <span className={styles['badges']}>
        <TokenState isRevoked={revoked_at !== null} isExpired={isExpired} />
        <Button
          size="small"
          disabledReason={(isExpired || revoked_at !== null) && words.isOver}
          onPress={() => void revoke(workspace, token)}
        >
          {words.revoke}
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
  const words = useWords(tokenWords);
  if (props.isRevoked) return <Badge tone="bad">{words.revoked}</Badge>;
  return props.isExpired ? (
    <Badge>{words.expired}</Badge>
  ) : (
    <Badge tone="good">{words.valid}</Badge>
  );
}

async function revoke(workspace: string, { id, agent_id }: WorkerToken): Promise<void> {
  const words = wordsNow(tokenWords);
  const isSure = await ask({
    title: words.revokeTitle,
    text: words.revokeText(agent_id),
    action: words.revoke,
    kind: 'danger',
  });
  if (!isSure) return;
  try {
    await galley.workerTokens.revoke({ id: workspace, token: id });
    toast({ text: words.didRevoke });
  } catch (error) {
    toastProblem(error);
  }
  await refreshTokens();
}
