import type { ApiToken } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  confirmAction,
  Button,
  EmptyState,
  ErrorNotice,
  QueryBoundary,
  Panel,
  Time,
  toast,
} from '../../ui/index.ts';
import { describeGrants } from '../people/grants.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { useAction } from '../../lib/use-action.ts';
import { tokensQuery } from './tokens-query.ts';
import { accountMessages } from './messages.ts';
import styles from './account.module.css';

interface TokensPanelProps {
  readonly username: string;
  readonly isOwn: boolean;
}

export function TokensPanel({ username, isOwn }: TokensPanelProps): ReactNode {
  const messages = useMessages(accountMessages);
  const [isMaking, setMaking] = useState(false);
  const query = useQuery(tokensQuery(username));
  const add = isOwn && (
    <Button icon={Plus} size="small" onPress={() => setMaking(true)}>
      {messages.newToken}
    </Button>
  );
  return (
    <Panel
      title={messages.tokens}
      about={isOwn ? messages.tokensAbout : messages.theirTokensAbout}
      actions={add}
      isFlush
    >
      <QueryBoundary query={query} lines={2}>
        {(tokens) =>
          tokens.length === 0 ? (
            <NoTokens isOwn={isOwn} />
          ) : (
            <ul className={styles.lines}>
              {tokens.map((token) => (
                <TokenLine key={token.id} token={token} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} />}
    </Panel>
  );
}

function NoTokens({ isOwn }: { readonly isOwn: boolean }): ReactNode {
  const messages = useMessages(accountMessages);
  if (!isOwn) return <p className={`soft ${styles.oneLine}`}>{messages.theirNoTokens}</p>;
  return (
    <EmptyState icon={KeyRound} title={messages.noTokens}>
      {messages.noTokensText}
    </EmptyState>
  );
}

function TokenLine({ token }: { readonly token: ApiToken }): ReactNode {
  const messages = useMessages(accountMessages);
  const { id, name, scopes, last_used_at: usedAt, last_used_addr: usedFrom } = token;
  const ending = useAction(async () => {
    const isSure = await confirmAction({
      title: messages.endTokenTitle({ name }),
      text: messages.endTokenText,
      action: messages.end,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.tokens.revoke({ id });
    toast({ text: messages.tokenEnded });
    await queryClient.invalidateQueries({ queryKey: ['tokens'] });
  });
  return (
    <li>
      <KeyRound aria-hidden size={20} className={styles.lineIcon} />
      <div className="grow">
        <p className="breaks">
          <strong>{name}</strong>
        </p>
        <p className="small breaks">{describeGrants(scopes)}</p>
        <p className={styles.lineFacts}>
          <span>
            {messages.ends} <Time at={token.expires_at} />
          </span>
          <span className="breaks">
            {usedAt ? (
              <>
                {messages.used} <Time at={usedAt} /> {usedFrom}
              </>
            ) : (
              messages.never
            )}
          </span>
        </p>
        <ErrorNotice error={ending.error} />
      </div>
      <Button size="small" isPending={ending.isPending} onPress={ending.run}>
        <span aria-hidden>{messages.end}</span>
        <span className="sr-only">{messages.endToken({ name })}</span>
      </Button>
    </li>
  );
}
