import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button, EmptyState, QueryBoundary, Panel } from '../../ui/index.ts';
import { TokenLine } from '../tokens/token-line.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { tokensQuery } from './tokens-query.ts';
import { accountMessages } from './messages.ts';
import styles from './account.module.css';

interface TokensPanelProps {
  readonly username: string;
  readonly isOwn: boolean;
  /** For a service account: its capabilities, and what to know about its tokens. */
  readonly service?: { readonly grants: readonly string[]; readonly about: string };
}

export function TokensPanel({ username, isOwn, service }: TokensPanelProps): ReactNode {
  const messages = useMessages(accountMessages);
  const [isMaking, setMaking] = useState(false);
  const query = useQuery(tokensQuery(username));
  const mayCreate = isOwn || service !== undefined;
  const add = mayCreate && (
    <Button icon={Plus} size="small" onPress={() => setMaking(true)}>
      {messages.newToken}
    </Button>
  );
  return (
    <Panel
      title={messages.tokens}
      about={service?.about ?? (isOwn ? messages.tokensAbout : messages.theirTokensAbout)}
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
                <TokenLine key={token.id} token={token} mayRotate={mayCreate} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      {isMaking && (
        <NewTokenDialog
          onClose={() => setMaking(false)}
          {...(service && { service: { username, grants: service.grants } })}
        />
      )}
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
