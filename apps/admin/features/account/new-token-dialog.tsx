import type { NewApiToken } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox, FormDialog, Select, TextField, TokenDialog } from '../../ui/index.ts';
import { GrantChoice } from '../people/grant-choice.tsx';
import { accountMessages } from './messages.ts';
import styles from './account.module.css';

export function NewTokenDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [made, setMade] = useState<NewApiToken | null>(null);
  const messages = useMessages(accountMessages);
  if (!made) return <CreateTokenForm onMade={setMade} onClose={onClose} />;
  const { name, token, expires_at: endsAt } = made;
  return (
    <TokenDialog title={messages.tokenMade({ name })} {...{ token, endsAt, onClose }}>
      {messages.tokenOnce}
    </TokenDialog>
  );
}

function CreateTokenForm(props: {
  readonly onMade: (token: NewApiToken) => void;
  readonly onClose: () => void;
}): ReactNode {
  const messages = useMessages(accountMessages);
  const { capabilities } = useSession();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [days, setDays] = useState('90');
  const count = /^\d+$/.test(days) ? Number(days) : 0;
  const isWrong = count < 1 || count > 366;
  const reason =
    (name.trim() === '' && messages.needName) ||
    (scopes.length === 0 && messages.needScope) ||
    (isWrong && messages.needDays);
  const make = async () => {
    const made = await galley.tokens.create({ name, scopes: [...scopes], expires_in_days: count });
    void queryClient.invalidateQueries({ queryKey: ['tokens'] });
    props.onMade(made);
  };
  return (
    <FormDialog
      title={messages.newToken}
      action={messages.makeToken}
      onClose={props.onClose}
      onSubmit={make}
      disabledReason={reason}
    >
      <TextField
        label={messages.tokenName}
        help={messages.tokenNameHelp}
        value={name}
        onChange={setName}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
      <LifetimeFields days={days} onChange={setDays} isWrong={isWrong} />
      <GrantChoice
        legend={messages.scopes}
        help={messages.scopesHelp}
        value={scopes}
        onChange={setScopes}
        held={capabilities}
        isHeldOnly
        before={
          <Checkbox
            isSelected={scopes.includes('*')}
            onChange={(isAll) => setScopes(isAll ? ['*'] : [])}
          >
            {messages.everything}
          </Checkbox>
        }
      />
    </FormDialog>
  );
}

const lifetimes = ['7', '30', '90', '180', '366'] as const;
type Lifetime = (typeof lifetimes)[number] | 'other';

function LifetimeFields(props: {
  readonly days: string;
  readonly onChange: (days: string) => void;
  readonly isWrong: boolean;
}): ReactNode {
  const { days, onChange, isWrong } = props;
  const messages = useMessages(accountMessages);
  const [chosen, setChosen] = useState<Lifetime>('90');
  const options = [
    ...lifetimes.map((id) => ({ id, label: messages.days({ count: Number(id) }) })),
    { id: 'other' as const, label: messages.otherDays },
  ];
  return (
    <div className={styles.pair}>
      <Select
        label={messages.lasts}
        value={chosen}
        onChange={(id) => {
          setChosen(id);
          if (id !== 'other') onChange(id);
        }}
        options={options}
      />
      {chosen === 'other' && (
        <TextField
          label={messages.daysLabel}
          help={messages.daysHelp}
          type="number"
          min={1}
          max={366}
          value={days}
          onChange={onChange}
          error={isWrong ? messages.needDays : undefined}
        />
      )}
    </div>
  );
}
