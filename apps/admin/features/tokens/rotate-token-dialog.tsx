import type { ApiToken, NewApiToken } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { FormDialog, Select, TokenDialog } from '../../ui/index.ts';
import { accountMessages } from '../account/messages.ts';
import { invalidateTokens } from './queries.ts';
import { tokenMessages } from './token-messages.ts';

const overlaps = ['0', '1', '24', '168', '720'] as const;

export function RotateTokenDialog(props: {
  readonly token: ApiToken;
  readonly onClose: () => void;
}): ReactNode {
  const { id, name } = props.token;
  const messages = useMessages(tokenMessages);
  const account = useMessages(accountMessages);
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('24');
  const [made, setMade] = useState<NewApiToken>();
  const close = () => {
    props.onClose();
    if (made) void invalidateTokens();
  };
  if (made)
    return (
      <TokenDialog
        title={account.tokenMade({ name })}
        token={made.token}
        endsAt={made.expires_at}
        onClose={close}
      >
        {account.tokenOnce}
      </TokenDialog>
    );
  const label = (hours: number): string => {
    if (hours === 0) return messages.atOnce;
    return hours < 24 ? messages.hours({ count: hours }) : messages.days({ count: hours / 24 });
  };
  return (
    <FormDialog
      title={messages.rotateTitle({ name })}
      size="small"
      action={messages.rotate}
      onClose={close}
      onSubmit={async () =>
        setMade(await galley.tokens.rotate({ id, overlap_hours: Number(overlap) }))
      }
    >
      <p>{messages.rotateText}</p>
      <Select
        label={messages.overlap}
        value={overlap}
        onChange={setOverlap}
        options={overlaps.map((hours) => ({ id: hours, label: label(Number(hours)) }))}
      />
    </FormDialog>
  );
}
