import type { ApiToken } from '@galley/sdk';
import { KeyRound } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, confirmAction, ErrorNotice, Time, toast } from '../../ui/index.ts';
import { accountMessages } from '../account/messages.ts';
import styles from '../account/account.module.css';
import { describeGrants } from '../people/grants.ts';
import { invalidateTokens } from './queries.ts';
import { showRevoked } from './revoke-tokens.ts';
import { RotateTokenDialog } from './rotate-token-dialog.tsx';
import { tokenMessages } from './token-messages.ts';

interface TokenLineProps {
  readonly token: ApiToken;
  /** Only for own tokens and those of service accounts. */
  readonly mayRotate: boolean;
}

export function TokenLine({ token, mayRotate }: TokenLineProps): ReactNode {
  const messages = useMessages(tokenMessages);
  const account = useMessages(accountMessages);
  const [isRotating, setRotating] = useState(false);
  const { id, name, scopes } = token;
  const ending = useAction(async () => {
    const isSure = await confirmAction({
      title: account.endTokenTitle({ name }),
      text: account.endTokenText,
      action: account.end,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.tokens.revoke({ id });
    await showRevoked([id]);
  });
  return (
    <li>
      <KeyRound aria-hidden size={20} className={styles.lineIcon} />
      <div className="grow">
        <p className="breaks">
          <strong>{name}</strong>
        </p>
        <p className="small breaks">{describeGrants(scopes)}</p>
        <TokenFacts token={token} />
        <OldSecret token={token} />
        <ErrorNotice error={ending.error} />
      </div>
      <div className={styles.lineActions}>
        {mayRotate && (
          <Button size="small" onPress={() => setRotating(true)}>
            <span aria-hidden>{messages.rotate}</span>
            <span className="sr-only">{messages.rotateToken({ name })}</span>
          </Button>
        )}
        <Button size="small" isPending={ending.isPending} onPress={ending.run}>
          <span aria-hidden>{account.end}</span>
          <span className="sr-only">{account.endToken({ name })}</span>
        </Button>
      </div>
      {isRotating && <RotateTokenDialog token={token} onClose={() => setRotating(false)} />}
    </li>
  );
}

function TokenFacts({ token }: { readonly token: ApiToken }): ReactNode {
  const messages = useMessages(tokenMessages);
  const account = useMessages(accountMessages);
  const { last_used_at: usedAt, last_used_addr: usedFrom, address_ranges: ranges } = token;
  return (
    <p className={styles.lineFacts}>
      <span>
        {account.ends} <Time at={token.expires_at} />
      </span>
      <span className="breaks">
        {usedAt ? (
          <>
            {account.used} <Time at={usedAt} /> {usedFrom}
          </>
        ) : (
          account.never
        )}
      </span>
      {ranges.length > 0 && (
        <span className="breaks">
          {messages.from} {ranges.join(', ')}
        </span>
      )}
      {token.created_by !== token.username && (
        <span className="breaks">{messages.madeBy({ name: token.created_by })}</span>
      )}
    </p>
  );
}

function OldSecret({ token: { id, name, previous } }: { readonly token: ApiToken }): ReactNode {
  const messages = useMessages(tokenMessages);
  const ending = useAction(async () => {
    await galley.tokens.endOverlap({ id });
    toast({ text: messages.oldEnded });
    await invalidateTokens();
  });
  if (!previous) return null;
  return (
    <div className={styles.oldSecret}>
      <span className="grow small">
        {messages.oldEnds} <Time at={previous.expires_at} />
        {', '}
        {previous.last_used_at ? (
          <>
            {messages.oldUsed} <Time at={previous.last_used_at} />
          </>
        ) : (
          messages.oldNever
        )}
      </span>
      <Button size="small" isPending={ending.isPending} onPress={ending.run}>
        <span aria-hidden>{messages.endOld}</span>
        <span className="sr-only">{messages.endOldOf({ name })}</span>
      </Button>
      <ErrorNotice error={ending.error} />
    </div>
  );
}
