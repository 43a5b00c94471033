import type { ListedApiToken } from '@galley/sdk';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  Badge,
  Button,
  Checkbox,
  confirmAction,
  ErrorNotice,
  Panel,
  Time,
} from '../../ui/index.ts';
import { describeGrants } from '../people/grants.ts';
import { showRevoked } from './revoke-tokens.ts';
import { tokenMessages } from './token-messages.ts';
import styles from './tokens.module.css';

/** The server revokes at most so many at once. */
const maxSelected = 100;

export function TokenTable({ tokens }: { readonly tokens: readonly ListedApiToken[] }): ReactNode {
  const messages = useMessages(tokenMessages);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = tokens.filter(({ id }) => chosen.has(id)).slice(0, maxSelected);
  const revoking = useRevoking(selected, () => setChosen(new Set()));
  const isEvery = selected.length === Math.min(tokens.length, maxSelected);
  const select = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const id of ids)
      if (isOn) next.add(id);
      else next.delete(id);
    setChosen(next);
  };
  return (
    <Panel
      title={messages.all}
      actions={
        <Button
          kind="danger"
          size="small"
          isPending={revoking.isPending}
          disabledReason={selected.length === 0 && messages.selectFirst}
          onPress={revoking.run}
        >
          {messages.revokeCount({ count: selected.length })}
        </Button>
      }
      isFlush
    >
      <ErrorNotice error={revoking.error} />
      <div className="table-frame">
        <table className="table" aria-label={messages.all}>
          <thead>
            <tr>
              <th scope="col" className={styles.tick}>
                <Checkbox
                  isLabelHidden
                  isSelected={isEvery}
                  isIndeterminate={selected.length > 0 && !isEvery}
                  onChange={(isOn) =>
                    select(
                      tokens.map(({ id }) => id),
                      isOn,
                    )
                  }
                >
                  {messages.selectAll}
                </Checkbox>
              </th>
              <th scope="col">{messages.name}</th>
              <th scope="col">{messages.owner}</th>
              <th scope="col" className={styles.wide}>
                {messages.use}
              </th>
              <th scope="col" className={styles.wide}>
                {messages.ends}
              </th>
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                isSelected={chosen.has(token.id)}
                onSelect={(isOn) => select([token.id], isOn)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function useRevoking(selected: readonly ListedApiToken[], onDone: () => void) {
  const messages = useMessages(tokenMessages);
  return useAction(async () => {
    const count = selected.length;
    const isSure = await confirmAction({
      title: messages.revokeTitle({ count }),
      text: messages.revokeText,
      action: messages.revoke,
      kind: 'danger',
    });
    if (!isSure) return;
    const ids = selected.map(({ id }) => id);
    const { revoked } = await galley.tokens.revokeMany({ ids });
    onDone();
    await showRevoked(revoked);
  });
}

function TokenRow(props: {
  readonly token: ListedApiToken;
  readonly isSelected: boolean;
  readonly onSelect: (isOn: boolean) => void;
}): ReactNode {
  const { token, isSelected, onSelect } = props;
  const messages = useMessages(tokenMessages);
  const { name, owner_name: owner, address_ranges: ranges, created_by: maker } = token;
  return (
    <tr className={styles.middle}>
      <td className={styles.tick}>
        <Checkbox isLabelHidden isSelected={isSelected} onChange={onSelect}>
          {messages.select({ name, owner })}
        </Checkbox>
      </td>
      <td>
        <strong className="breaks">{name}</strong>
        <span className={styles.under}>{describeGrants(token.scopes)}</span>
        {ranges.length > 0 && (
          <span className={styles.under}>
            {messages.from} {ranges.join(', ')}
          </span>
        )}
        <span className={styles.under}>
          {messages.madeBy({ name: maker })} · <Time at={token.created_at} />
        </span>
        <span className={styles.narrow}>
          <Usage token={token} /> · {messages.ends} <Time at={token.expires_at} />
        </span>
      </td>
      <td>
        <Owner token={token} />
      </td>
      <td className={styles.wide}>
        <Usage token={token} />
      </td>
      <td className={styles.wide}>
        <Time at={token.expires_at} />
        {token.previous && (
          <span className={styles.under}>
            {messages.oldEnds} <Time at={token.previous.expires_at} />
          </span>
        )}
      </td>
    </tr>
  );
}

function Owner({ token }: { readonly token: ListedApiToken }): ReactNode {
  const messages = useMessages(tokenMessages);
  const { username, owner_name: name } = token;
  const isService = username.startsWith('service:');
  const to = isService ? '/service-accounts/$username' : '/people/$username';
  return (
    <>
      <Link to={to} params={{ username }} className="breaks">
        {name || username}
      </Link>
      <span className={styles.under}>{username}</span>
      {!token.owner_enabled && <Badge tone="bad">{messages.ownerDisabled}</Badge>}
    </>
  );
}

function Usage({ token }: { readonly token: ListedApiToken }): ReactNode {
  const messages = useMessages(tokenMessages);
  const { last_used_at: at, last_used_addr: from } = token;
  if (!at) return <span className="soft">{messages.never}</span>;
  return (
    <>
      <Time at={at} /> <span className="soft breaks">{from}</span>
    </>
  );
}
