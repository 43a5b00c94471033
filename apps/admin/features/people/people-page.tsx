import type { Role, UserInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus, Users } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useCommands } from '../../lib/commands.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  EmptyState,
  QueryBoundary,
  Page as Shown,
  Panel,
  Select,
  TextField,
} from '../../ui/index.ts';
import { NewPersonDialog } from './new-person-dialog.tsx';
import { PeopleTable } from './people-table.tsx';
import { rolesQuery, usersQuery } from './queries.ts';
import { peopleMessages } from './messages.ts';
import styles from './people.module.css';

interface Filter {
  readonly q: string;
  readonly role: string;
  readonly state: 'all' | 'enabled' | 'disabled' | 'unready';
}

const states = ['all', 'enabled', 'disabled', 'unready'] as const;

export function Page(): ReactNode {
  const messages = useMessages(peopleMessages);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = filterOf(search);
  const users = useQuery(usersQuery);
  const roles = useQuery(rolesQuery);
  const isNew = search['new'] !== undefined;
  const go = (next: Record<string, unknown>, replace: boolean) =>
    void navigate({
      to: '.',
      search: (old: object) => tidy({ ...old, ...next }),
      replace,
    });
  const commands = useMemo(
    () => [
      {
        id: 'new-person',
        label: messages.newPerson,
        icon: UserPlus,
        run: () => void navigate({ to: '.', search: { new: 1 } }),
      },
    ],
    [messages, navigate],
  );
  useCommands(commands);
  return (
    <Shown
      title={messages.people}
      about={users.data && messages.peopleAbout({ count: users.data.length })}
      actions={
        <Button kind="primary" icon={UserPlus} onPress={() => go({ new: 1 }, false)}>
          {messages.newPerson}
        </Button>
      }
    >
      <Filters filter={filter} roles={roles.data ?? []} onChange={(next) => go(next, true)} />
      <Panel isFlush>
        <div className={styles.padded}>
          <QueryBoundary query={users} lines={6}>
            {(all) => <Found all={all} filter={filter} onClear={() => go(noFilter, true)} />}
          </QueryBoundary>
        </div>
      </Panel>
      {isNew && users.data && roles.data && (
        <NewPersonDialog
          users={users.data}
          roles={roles.data}
          onClose={() => go({ new: undefined }, true)}
        />
      )}
    </Shown>
  );
}

const noFilter = { q: undefined, role: undefined, state: undefined };

function tidy(search: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== '' && value !== 'all',
  );
  return Object.fromEntries(given);
}

function filterOf({ q, role, state }: Record<string, unknown>): Filter {
  const text = (value: unknown) =>
    ['string', 'number'].includes(typeof value) ? String(value) : '';
  return { q: text(q), role: text(role), state: states.find((one) => one === state) ?? 'all' };
}

function Found(props: {
  readonly all: readonly UserInfo[];
  readonly filter: Filter;
  readonly onClear: () => void;
}): ReactNode {
  const messages = useMessages(peopleMessages);
  const found = props.all.filter((user) => matchesFilter(user, props.filter));
  if (found.length > 0) return <PeopleTable users={found} />;
  return (
    <EmptyState
      icon={Users}
      title={messages.noOne}
      actions={<Button onPress={props.onClear}>{messages.clear}</Button>}
    >
      {messages.noOneText}
    </EmptyState>
  );
}

function matchesFilter(user: UserInfo, { q, role, state }: Filter): boolean {
  const text = `${user.username} ${user.name} ${user.email}`.toLowerCase();
  const isFound = q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
  const isState =
    state === 'all' ||
    (state === 'unready' ? !user.has_password : user.enabled === (state === 'enabled'));
  return isFound && isState && (role === '' || user.role === role);
}

function Filters(props: {
  readonly filter: Filter;
  readonly roles: readonly Role[];
  readonly onChange: (next: Partial<Filter>) => void;
}): ReactNode {
  const { filter, roles, onChange } = props;
  const messages = useMessages(peopleMessages);
  const stateNames = {
    all: messages.allStates,
    enabled: messages.enabled,
    disabled: messages.disabled,
    unready: messages.unready,
  };
  return (
    <search className={styles.filters}>
      <TextField
        label={messages.search}
        isLabelHidden
        type="search"
        placeholder={messages.search}
        value={filter.q}
        onChange={(q) => onChange({ q })}
        className={styles.search}
      />
      <Select
        label={messages.role}
        isLabelHidden
        value={filter.role || 'all'}
        onChange={(role) => onChange({ role })}
        options={[
          { id: 'all', label: messages.allRoles },
          ...roles.map(({ name }) => ({ id: name, label: name })),
        ]}
      />
      <Select
        label={messages.state}
        isLabelHidden
        value={filter.state}
        onChange={(state) => onChange({ state })}
        options={states.map((id) => ({ id, label: stateNames[id] }))}
      />
    </search>
  );
}
