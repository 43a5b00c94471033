import type { ServiceAccount } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { FormDialog, TextField, toast } from '../../ui/index.ts';
import { rolesQuery, usersQuery } from '../people/queries.ts';
import { invalidateTokens } from './queries.ts';
import { ServiceFields, wireOf, type ServiceValues } from './service-fields.tsx';
import { serviceMessages } from './token-messages.ts';

export function NewServiceDialog(props: {
  readonly accounts: readonly ServiceAccount[];
  readonly onClose: () => void;
}): ReactNode {
  const { accounts, onClose } = props;
  const messages = useMessages(serviceMessages);
  const navigate = useNavigate();
  const { username: me } = useSession();
  const { data: users = [] } = useQuery(usersQuery);
  const { data: roles = [] } = useQuery(rolesQuery);
  const [username, setUsername] = useState('');
  const [values, setValues] = useState<ServiceValues>({
    name: '',
    description: '',
    role: 'author',
    responsible: `user:${me}`,
  });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const create = async () => {
    const wanted = `service:${username
      .trim()
      .toLowerCase()
      .replace(/^service:/, '')}`;
    // Saving an existing name would change that account.
    const isTaken = accounts.some((one) => one.username === wanted);
    setErrors(isTaken ? { username: messages.usernameTaken } : {});
    if (isTaken) return;
    try {
      const made = await galley.serviceAccounts.save({ username: wanted, ...wireOf(values) });
      toast({ text: messages.created({ name: made.name }) });
      const params = { username: made.username };
      await navigate({ to: '/service-accounts/$username', params });
      await invalidateTokens();
    } catch (problem) {
      setErrors(fieldErrors(problem));
      throw problem;
    }
  };
  return (
    <FormDialog
      title={messages.create}
      action={messages.createIt}
      onClose={onClose}
      onSubmit={create}
      disabledReason={username.trim() === '' && messages.usernameMissing}
    >
      <TextField
        label={messages.username}
        help={messages.usernameHelp}
        value={username}
        onChange={setUsername}
        error={errors['username']}
        maxLength={64}
        autoComplete="off"
        autoFocus
      />
      <ServiceFields
        values={values}
        errors={errors}
        roles={roles}
        users={users}
        onChange={(changes) => setValues({ ...values, ...changes })}
      />
    </FormDialog>
  );
}
