import type { Role } from '@galley/sdk';
import type { ReactNode } from 'react';
import { useLanguage, useWords } from '../../lib/words.ts';
import { Select } from '../../ui/index.ts';
import { covers, grantsInWords } from './grants.ts';
import { peopleWords } from './words.ts';

/** Selects a role; roles with more capabilities than the current user has are disabled. */
export function RoleField(props: {
  readonly value: string;
  readonly onChange: (role: string) => void;
  readonly roles: readonly Role[];
  /** Capabilities of the current user. */
  readonly held: readonly string[];
  readonly help?: string;
  readonly isDisabled?: boolean;
}): ReactNode {
  const { value, onChange, roles, held, help, isDisabled = false } = props;
  const words = useWords(peopleWords);
  const language = useLanguage();
  const options = roles.map(({ name, capabilities }) => {
    const isTooMuch = name !== value && !covers(held, capabilities);
    const about = grantsInWords(capabilities, language);
    return {
      id: name,
      label: name,
      about: isTooMuch ? `${words.moreThanYou} ${about}` : about,
      isDisabled: isTooMuch,
    };
  });
  return (
    <Select
      label={words.role}
      help={help ?? words.roleHelp}
      value={value}
      onChange={onChange}
      options={options}
      isDisabled={isDisabled}
    />
  );
}
