import type { Role } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Select } from '../../ui/index.ts';
import { coversGrants, describeGrants } from './grants.ts';
import { peopleMessages } from './messages.ts';

export function RoleField(props: {
  readonly value: string;
  readonly onChange: (role: string) => void;
  readonly roles: readonly Role[];
  readonly held: readonly string[];
  readonly help?: string;
  readonly isDisabled?: boolean;
}): ReactNode {
  const { value, onChange, roles, held, help, isDisabled = false } = props;
  const messages = useMessages(peopleMessages);
  const options = roles.map(({ name, capabilities }) => {
    const isTooMuch = name !== value && !coversGrants(held, capabilities);
    const about = describeGrants(capabilities);
    return {
      id: name,
      label: name,
      about: isTooMuch ? `${messages.moreThanYou} ${about}` : about,
      isDisabled: isTooMuch,
    };
  });
  return (
    <Select
      label={messages.role}
      help={help ?? messages.roleHelp}
      value={value}
      onChange={onChange}
      options={options}
      isDisabled={isDisabled}
    />
  );
}
