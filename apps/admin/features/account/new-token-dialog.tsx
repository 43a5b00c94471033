import type { NewApiToken } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { Checkbox, FormDialog, Select, TextField, TokenDialog } from '../../ui/index.ts';
import { GrantChoice } from '../people/grant-choice.tsx';
import { invalidateTokens, tokenLimitsQuery } from '../tokens/queries.ts';
import { tokenMessages } from '../tokens/token-messages.ts';
import { accountMessages } from './messages.ts';
import styles from './account.module.css';

interface NewTokenProps {
  readonly onClose: () => void;
  /** For a token of this account instead of one's own. */
  readonly service?: { readonly username: string; readonly grants: readonly string[] };
}

export function NewTokenDialog({ onClose, service }: NewTokenProps): ReactNode {
  const [made, setMade] = useState<NewApiToken | null>(null);
  const messages = useMessages(accountMessages);
  if (!made) return <CreateTokenForm onMade={setMade} onClose={onClose} service={service} />;
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
  readonly service: NewTokenProps['service'];
}): ReactNode {
  const { service } = props;
  const messages = useMessages(accountMessages);
  const overview = useMessages(tokenMessages);
  const session = useSession();
  const capabilities = service?.grants ?? session.capabilities;
  const maxDays = useMaxDays();
  const [ranges, setRanges] = useState('');
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [days, setDays] = useState('90');
  const count = /^\d+$/.test(days) ? Number(days) : 0;
  const isWrong = count < 1 || count > maxDays;
  const reason =
    (name.trim() === '' && messages.needName) ||
    (scopes.length === 0 && messages.needScope) ||
    (isWrong && messages.needDays({ max: maxDays }));
  const make = async () => {
    const given = ranges.split(/[\s,]+/).filter((range) => range !== '');
    try {
      const made = await galley.tokens.create({
        name,
        scopes: [...scopes],
        expires_in_days: count,
        ...(given.length > 0 && { address_ranges: given }),
        ...(service && { service: service.username }),
      });
      void invalidateTokens();
      props.onMade(made);
    } catch (problem) {
      setErrors(fieldErrors(problem));
      throw problem;
    }
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
      <LifetimeFields days={days} onChange={setDays} isWrong={isWrong} max={maxDays} />
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
            {service ? overview.fullAccess : messages.everything}
          </Checkbox>
        }
      />
      <TextField
        label={overview.ranges}
        help={overview.rangesHelp}
        rows={2}
        value={ranges}
        onChange={setRanges}
        error={rangeError(errors)}
        autoComplete="off"
      />
    </FormDialog>
  );
}

function useMaxDays(): number {
  return useQuery(tokenLimitsQuery).data?.max_days ?? 366;
}

function rangeError(errors: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(errors).find(([path]) => path.startsWith('address_ranges'))?.[1];
}

const lifetimes = ['7', '30', '90', '180', '366'] as const;
type Lifetime = (typeof lifetimes)[number] | 'other';

function LifetimeFields(props: {
  readonly days: string;
  readonly onChange: (days: string) => void;
  readonly isWrong: boolean;
  readonly max: number;
}): ReactNode {
  const { days, onChange, isWrong, max } = props;
  const messages = useMessages(accountMessages);
  const [picked, setChosen] = useState<Lifetime>('90');
  const chosen = picked !== 'other' && Number(picked) > max ? 'other' : picked;
  const options = [
    ...lifetimes
      .filter((id) => Number(id) <= max)
      .map((id) => ({ id, label: messages.days({ count: Number(id) }) })),
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
          help={messages.daysHelp({ max })}
          type="number"
          min={1}
          max={max}
          value={days}
          onChange={onChange}
          error={isWrong ? messages.needDays({ max }) : undefined}
        />
      )}
    </div>
  );
}
