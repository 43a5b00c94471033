import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { DialogTrigger, Popover } from 'react-aria-components';
import { hasCapability, useSession } from '../../app/session.ts';
import { documentTypesQuery, useTypeNames } from '../../lib/document-types.ts';
import { statusName, statuses } from '../../lib/document-status.ts';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, ComboField, Select, TextField, type Option } from '../../ui/index.ts';
import styles from './documents.module.css';
import { narrowingFilters, termName, type ChangeFilters, type Filters } from './filters.ts';
import { namesQuery, peopleQuery } from './queries.ts';
import { useDebouncedInput } from './use-debounced-input.ts';
import { documentMessages } from './messages.ts';

interface Props {
  readonly filters: Filters;
  readonly onChange: ChangeFilters;
}

export function FilterPopover(props: Props): ReactNode {
  const messages = useMessages(documentMessages);
  const count = narrowingFilters.filter(
    (name) => name !== 'q' && props.filters[name] !== '',
  ).length;
  return (
    <DialogTrigger>
      <Button icon={ListFilter}>
        {count > 0 ? `${messages.filter} (${count})` : messages.filter}
      </Button>
      <Popover
        className={`popover ${styles.filterPopover}`}
        placement="bottom start"
        aria-label={messages.filters}
      >
        <div className={styles.filters}>
          <Fields {...props} />
        </div>
      </Popover>
    </DialogTrigger>
  );
}

/** Stands for no filter: a select cannot have an empty value. */
const all = '*';

function Fields({ filters, onChange }: Props): ReactNode {
  const messages = useMessages(documentMessages);
  const { data } = useQuery(documentTypesQuery);
  const typeName = useTypeNames(data?.types ?? []);
  const chosen = (name: keyof Filters, known: readonly Option[]) => {
    const value = filters[name];
    const isKnown = value === '' || known.some(({ id }) => id === value);
    return {
      value: value || all,
      options: [
        { id: all, label: messages.all },
        ...known,
        ...(isKnown ? [] : [{ id: value, label: value }]),
      ],
      onChange: (next: string) => onChange({ [name]: next === all ? '' : next }),
    };
  };
  const states = statuses.map((id) => ({ id, label: statusName(id) }));
  return (
    <>
      {filters.view !== 'board' && <Select label={messages.status} {...chosen('status', states)} />}
      <Select
        label={messages.type}
        {...chosen(
          'type',
          (data?.types ?? []).map(({ name }) => ({ id: name, label: typeName(name) })),
        )}
      />
      <Select label={messages.language} {...chosen('lang', plain(data?.languages ?? []))} />
      <PersonField name="author" {...{ filters, onChange }} />
      <PersonField name="assignee" {...{ filters, onChange }} />
      <PersonField name="reviewer" {...{ filters, onChange }} />
      <TermField {...{ filters, onChange }} />
      <DayField name="dated_from" {...{ filters, onChange }} />
      <DayField name="dated_until" {...{ filters, onChange }} />
    </>
  );
}

/** Offers the terms of recent documents. */
function TermField({ filters, onChange }: Props): ReactNode {
  const messages = useMessages(documentMessages);
  const { text, type } = useDebouncedInput(filters.term, (next) =>
    onChange({ term: next.trim() }, { isTyping: true }),
  );
  const { data } = useQuery(namesQuery);
  return (
    <ComboField
      label={messages.tag}
      placeholder={messages.all}
      value={text}
      options={(data?.terms ?? []).map((id) => ({ id, label: termName(id) }))}
      allowsOther
      onChange={type}
    />
  );
}

function DayField(
  props: Props & {
    readonly name: 'dated_from' | 'dated_until';
  },
): ReactNode {
  const { name, filters, onChange } = props;
  const messages = useMessages(documentMessages);
  return (
    <TextField
      type="date"
      label={messages[name]}
      value={filters[name]}
      onChange={(day) => onChange({ [name]: day })}
    />
  );
}

function PersonField(
  props: Props & {
    readonly name: 'author' | 'assignee' | 'reviewer';
  },
): ReactNode {
  const { name, filters, onChange } = props;
  const messages = useMessages(documentMessages);
  const { text, type } = useDebouncedInput(filters[name], (next) =>
    onChange({ [name]: next.trim() }, { isTyping: true }),
  );
  const [searched, setSearched] = useState('');
  const people = usePeople(useDebouncedValue(searched.trim()));
  return (
    <ComboField
      label={messages[name]}
      placeholder={messages.anybody}
      value={text}
      options={people}
      allowsOther
      onChange={type}
      onSearch={setSearched}
    />
  );
}

/** The people endpoint needs a document; the result is the same for each. */
function usePeople(q: string): readonly Option[] {
  const session = useSession();
  const { data: { people = [], newest = '' } = {} } = useQuery(namesQuery);
  const isTold = newest !== '' && hasCapability(session, 'documents.assign');
  const { data: found = [] } = useQuery({ ...peopleQuery(newest, q), enabled: isTold });
  const isLike = (text: string) => text.toLowerCase().includes(q.toLowerCase());
  const names = new Map([
    ...people.filter((person) => person.some(isLike)),
    ...found.map(({ username, name }) => [username, name || username] as const),
  ]);
  return [...names]
    .map(([id, label]) => ({ id, label, about: id }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

function plain(values: readonly string[]): Option[] {
  return values.map((id) => ({ id, label: id }));
}
