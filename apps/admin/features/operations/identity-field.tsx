import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { TextField } from '../../ui/index.ts';
import { operationsMessages } from './messages.ts';

/** Private key of an encrypted backup, for one request. */
export function IdentityField(props: {
  readonly onChange: (identity: string) => void;
  readonly autoFocus?: boolean;
}): ReactNode {
  const messages = useMessages(operationsMessages);
  const [value, setValue] = useState('');
  return (
    <TextField
      label={messages.identity}
      help={messages.identityHelp}
      type="password"
      autoComplete="off"
      value={value}
      onChange={(next) => {
        setValue(next);
        props.onChange(next);
      }}
      {...(props.autoFocus && { autoFocus: true })}
    />
  );
}
