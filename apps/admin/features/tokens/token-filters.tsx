import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Search } from '../../lib/address.ts';
import { useMessages } from '../../lib/messages.ts';
import { Select } from '../../ui/index.ts';
import { grantLabel, grantSubjects, subjectLabel } from '../people/grants.ts';
import { usersQuery } from '../people/queries.ts';
import styles from './tokens.module.css';
import { serviceAccountsQuery, type TokenFilter } from './queries.ts';
import { tokenMessages } from './token-messages.ts';

const ends = ['2', '14', '30', '90'];
const unused = ['30', '90', '180'];

export function TokenFilters(props: {
  readonly filter: TokenFilter;
  readonly onChange: (changes: Search) => void;
}): ReactNode {
  const { filter, onChange } = props;
  const messages = useMessages(tokenMessages);
  const change = (name: string) => (value: string) =>
    onChange({ [name]: value === 'all' ? undefined : value });
  const choice = (name: 'ends' | 'unused', days: readonly string[]) => ({
    value: filter[name] || 'all',
    onChange: change(name),
    options: [
      { id: 'all', label: name === 'ends' ? messages.anyEnd : messages.anyUse },
      ...[...new Set([...days, ...(filter[name] ? [filter[name]] : [])])].map((id) => ({
        id,
        label: (name === 'ends' ? messages.endsWithin : messages.unused)({ count: Number(id) }),
      })),
    ],
  });
  return (
    <search className={styles.filters} aria-label={messages.filter}>
      <Select
        label={messages.owner}
        value={filter.owner || 'all'}
        onChange={change('owner')}
        options={useOwners(filter.owner)}
      />
      <Select
        label={messages.kind}
        value={filter.kind}
        onChange={change('kind')}
        options={[
          { id: 'all', label: messages.anyKind },
          { id: 'person', label: messages.person },
          { id: 'service', label: messages.service },
        ]}
      />
      <Select label={messages.ends} {...choice('ends', ends)} />
      <Select label={messages.use} {...choice('unused', unused)} />
      <Select
        label={messages.scope}
        value={filter.scope || 'all'}
        onChange={change('scope')}
        options={[
          { id: 'all', label: messages.anyScope },
          { id: '*', label: messages.fullAccess },
          ...grantSubjects.flatMap((subject) =>
            subject.grants.map((grant) => ({
              id: grant.name,
              label: `${subjectLabel(subject)}: ${grantLabel(grant)}`,
            })),
          ),
        ]}
      />
    </search>
  );
}

function useOwners(chosen: string) {
  const messages = useMessages(tokenMessages);
  const { data: users = [] } = useQuery(usersQuery);
  const { data: services = [] } = useQuery(serviceAccountsQuery);
  const owners = [...services, ...users].map(({ username, name }) => ({
    id: username,
    label: name || username,
    about: username,
  }));
  const isKnown = chosen === '' || owners.some(({ id }) => id === chosen);
  return [
    { id: 'all', label: messages.everyone },
    ...owners,
    ...(isKnown ? [] : [{ id: chosen, label: chosen }]),
  ];
}
