import type { Role, UserInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { UserPlus, Users } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useCommands } from '../../lib/commands.ts';
import { useWords } from '../../lib/words.ts';
import { Button, Empty, Loading, Page as Shown, Panel, Select, TextField } from '../../ui/index.ts';
import { NewPersonDialog } from './new-person-dialog.tsx';
import { PeopleTable } from './people-table.tsx';
import { rolesQuery, usersQuery } from './queries.ts';
import { peopleWords } from './words.ts';
import styles from './people.module.css';

interface Filter {
  readonly q: string;
  readonly role: string;
  readonly state: 'all' | 'enabled' | 'disabled' | 'unready';
}

const states = ['all', 'enabled', 'disabled', 'unready'] as const;

export function Page(): ReactNode {
  const words = useWords(peopleWords);
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
        label: words.newPerson,
        icon: UserPlus,
        run: () => void navigate({ to: '.', search: { new: 1 } }),
      },
    ],
    [words, navigate],
  );
  useCommands(commands);
  return (
    <Shown
      title={words.people}
      about={users.data && words.peopleAbout(users.data.length)}
      actions={
        <Button kind="primary" icon={UserPlus} onPress={() => go({ new: 1 }, false)}>
          {words.newPerson}
        </Button>
      }
    >
      <Filters filter={filter} roles={roles.data ?? []} onChange={(next) => go(next, true)} />
      <Panel isFlush>
        <div className={styles.padded}>
          <Loading query={users} lines={6}>
            {(all) => <Found all={all} filter={filter} onClear={() => go(everybody, true)} />}
          </Loading>
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

const everybody = { q: undefined, role: undefined, state: undefined };

function tidy(search: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(search).filter(
    ([, value]) => value !== undefined && value !== '' && value !== 'all',
  );
  return Object.fromEntries(given);
}

/** Reads the filters from the address and ignores invalid values. */
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
  const words = useWords(peopleWords);
  const found = props.all.filter((user) => fits(user, props.filter));
  if (found.length > 0) return <PeopleTable users={found} />;
  return (
    <Empty
      icon={Users}
      title={words.noOne}
      actions={<Button onPress={props.onClear}>{words.clear}</Button>}
    >
      {words.noOneText}
    </Empty>
  );
}

function fits(user: UserInfo, { q, role, state }: Filter): boolean {
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
  const words = useWords(peopleWords);
  const stateNames = {
    all: words.allStates,
    enabled: words.enabled,
    disabled: words.disabled,
    unready: words.unready,
  };
  return (
    <search className={styles.filters}>
      <TextField
        label={words.search}
        isLabelHidden
        type="search"
        placeholder={words.search}
        value={filter.q}
        onChange={(q) => onChange({ q })}
        className={styles.search}
      />
      <Select
        label={words.role}
        isLabelHidden
        value={filter.role || 'all'}
        onChange={(role) => onChange({ role })}
        options={[
          { id: 'all', label: words.allRoles },
          ...roles.map(({ name }) => ({ id: name, label: name })),
        ]}
      />
      <Select
        label={words.state}
        isLabelHidden
        value={filter.state}
        onChange={(state) => onChange({ state })}
        options={states.map((id) => ({ id, label: stateNames[id] }))}
      />
    </search>
  );
}
