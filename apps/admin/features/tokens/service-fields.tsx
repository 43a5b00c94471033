import type { Role, UserInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { ComboField, TextField } from '../../ui/index.ts';
import { RoleField } from '../people/role-field.tsx';
import { serviceMessages } from './token-messages.ts';

export interface ServiceValues {
  readonly name: string;
  readonly description: string;
  readonly role: string;
  /** `user:<name>`, `role:<name>` or `administrators`. */
  readonly responsible: string;
}

export function ServiceFields(props: {
  readonly values: ServiceValues;
  readonly errors: Readonly<Record<string, string>>;
  readonly roles: readonly Role[];
  readonly users: readonly UserInfo[];
  readonly isDisabled?: boolean;
  readonly onChange: (changes: Partial<ServiceValues>) => void;
}): ReactNode {
  const { values, errors, roles, users, onChange, isDisabled = false } = props;
  const messages = useMessages(serviceMessages);
  const { capabilities } = useSession();
  return (
    <>
      <TextField
        label={messages.name}
        help={messages.nameHelp}
        value={values.name}
        onChange={(name) => onChange({ name })}
        error={errors['name']}
        maxLength={200}
        autoComplete="off"
        isDisabled={isDisabled}
      />
      <TextField
        label={messages.description}
        help={messages.descriptionHelp}
        rows={2}
        value={values.description}
        onChange={(description) => onChange({ description })}
        error={errors['description']}
        maxLength={1_000}
        isDisabled={isDisabled}
      />
      <RoleField
        value={values.role}
        onChange={(role) => onChange({ role })}
        roles={roles.filter(({ name }) => name !== 'admin')}
        held={capabilities}
        help={messages.roleHelp}
        isDisabled={isDisabled}
      />
      <ComboField
        label={messages.responsible}
        help={messages.responsibleHelp}
        value={values.responsible}
        isRequired
        onChange={(responsible) => onChange({ responsible })}
        options={[
          { id: 'administrators', label: messages.administrators },
          ...roles.map(({ name }) => ({
            id: `role:${name}`,
            label: messages.rolePeople({ role: name }),
          })),
          ...users.map(({ username, name }) => ({
            id: `user:${username}`,
            label: name || username,
            about: username,
          })),
        ]}
      />
    </>
  );
}

export function wireOf({ responsible, ...values }: ServiceValues) {
  const [kind, ...rest] = responsible.split(':');
  const name = rest.join(':');
  return {
    ...values,
    responsible: kind === 'user' ? name : null,
    responsible_role: kind === 'role' ? name : null,
  };
}
