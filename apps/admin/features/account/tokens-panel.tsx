import type { ApiToken } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useLanguage, useWords } from '../../lib/words.ts';
import { ask, Button, Empty, ErrorNotice, Loading, Panel, Time, toast } from '../../ui/index.ts';
import { grantsInWords } from '../people/grants.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { useAction } from '../../lib/use-action.ts';
import { tokensQuery } from './tokens-query.ts';
import { accountWords } from './words.ts';
import styles from './account.module.css';

interface Whose {
  readonly username: string;
  readonly isOwn: boolean;
}

export function TokensPanel({ username, isOwn }: Whose): ReactNode {
  const words = useWords(accountWords);
  const [isMaking, setMaking] = useState(false);
  const query = useQuery(tokensQuery(username));
  const add = isOwn && (
    <Button icon={Plus} size="small" onPress={() => setMaking(true)}>
      {words.newToken}
    </Button>
  );
  return (
    <Panel
      title={words.tokens}
      about={isOwn ? words.tokensAbout : words.theirTokensAbout}
      actions={add}
      isFlush
    >
      <Loading query={query} lines={2}>
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
      </Loading>
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} />}
    </Panel>
  );
}

function NoTokens({ isOwn }: { readonly isOwn: boolean }): ReactNode {
  const words = useWords(accountWords);
  if (!isOwn) return <p className={`soft ${styles.oneLine}`}>{words.theirNoTokens}</p>;
  return (
    <Empty icon={KeyRound} title={words.noTokens}>
      {words.noTokensText}
    </Empty>
  );
}

function TokenLine({ token }: { readonly token: ApiToken }): ReactNode {
  const words = useWords(accountWords);
  const language = useLanguage();
  const { id, name, scopes, last_used_at: usedAt, last_used_addr: usedFrom } = token;
  const ending = useAction(async () => {
    const isSure = await ask({
      title: words.endTokenTitle(name),
      text: words.endTokenText,
      action: words.end,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.tokens.revoke({ id });
    toast({ text: words.tokenEnded });
    await queryClient.invalidateQueries({ queryKey: ['tokens'] });
  });
  return (
    <li>
      <KeyRound aria-hidden size={20} className={styles.lineIcon} />
      <div className="grow">
        <p className="breaks">
          <strong>{name}</strong>
        </p>
        <p className="small breaks">{grantsInWords(scopes, language)}</p>
        <p className={styles.lineFacts}>
          <span>
            {words.ends} <Time at={token.expires_at} />
          </span>
          <span className="breaks">
            {usedAt ? (
              <>
                {words.used} <Time at={usedAt} /> {usedFrom}
              </>
            ) : (
              words.never
            )}
          </span>
        </p>
        <ErrorNotice error={ending.error} />
      </div>
      <Button size="small" isPending={ending.isPending} onPress={ending.run}>
        <span aria-hidden>{words.end}</span>
        <span className="sr-only">{words.endToken(name)}</span>
      </Button>
    </li>
  );
}
