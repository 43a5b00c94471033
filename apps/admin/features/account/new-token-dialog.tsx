import type { NewApiToken } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Checkbox, FormDialog, Select, TextField, TokenDialog } from '../../ui/index.ts';
import { GrantChoice } from '../people/grant-choice.tsx';
import { accountWords } from './words.ts';
import styles from './account.module.css';

export function NewTokenDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [made, setMade] = useState<NewApiToken | null>(null);
  const words = useWords(accountWords);
  if (!made) return <Making onMade={setMade} onClose={onClose} />;
  const { name, token, expires_at: endsAt } = made;
  return (
    <TokenDialog title={words.tokenMade(name)} {...{ token, endsAt, onClose }}>
      {words.tokenOnce}
    </TokenDialog>
  );
}

function Making(props: {
  readonly onMade: (token: NewApiToken) => void;
  readonly onClose: () => void;
}): ReactNode {
  const words = useWords(accountWords);
  const { capabilities } = useSession();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [days, setDays] = useState('90');
  const count = /^\d+$/.test(days) ? Number(days) : 0;
  const isWrong = count < 1 || count > 366;
  const reason =
    (name.trim() === '' && words.needName) ||
    (scopes.length === 0 && words.needScope) ||
    (isWrong && words.needDays);
  const make = async () => {
    const made = await galley.tokens.create({ name, scopes: [...scopes], expires_in_days: count });
    void queryClient.invalidateQueries({ queryKey: ['tokens'] });
    props.onMade(made);
  };
  return (
    <FormDialog
      title={words.newToken}
      action={words.makeToken}
      onClose={props.onClose}
      onSubmit={make}
      disabledReason={reason}
    >
      <TextField
        label={words.tokenName}
        help={words.tokenNameHelp}
        value={name}
        onChange={setName}
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
      <LifetimeFields days={days} onChange={setDays} isWrong={isWrong} />
      <GrantChoice
        legend={words.scopes}
        help={words.scopesHelp}
        value={scopes}
        onChange={setScopes}
        held={capabilities}
        isHeldOnly
        before={
          <Checkbox
            isSelected={scopes.includes('*')}
            onChange={(isAll) => setScopes(isAll ? ['*'] : [])}
          >
            {words.everything}
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
  const words = useWords(accountWords);
  const [chosen, setChosen] = useState<Lifetime>('90');
  const options = [
    ...lifetimes.map((id) => ({ id, label: words.days(Number(id)) })),
    { id: 'other' as const, label: words.otherDays },
  ];
  return (
    <div className={styles.pair}>
      <Select
        label={words.lasts}
        value={chosen}
        onChange={(id) => {
          setChosen(id);
          if (id !== 'other') onChange(id);
        }}
        options={options}
      />
      {chosen === 'other' && (
        <TextField
          label={words.daysLabel}
          help={words.daysHelp}
          type="number"
          min={1}
          max={366}
          value={days}
          onChange={onChange}
          error={isWrong ? words.needDays : undefined}
        />
      )}
    </div>
  );
}
