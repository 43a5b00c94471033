import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { DialogTrigger, Popover } from 'react-aria-components';
import { may, useSession } from '../../app/session.ts';
import { documentTypesQuery } from '../../lib/document-types.ts';
import { statusName, statuses } from '../../lib/document-status.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { useWords } from '../../lib/words.ts';
import { Button, ComboField, Select, type Option } from '../../ui/index.ts';
import styles from './documents.module.css';
import { narrowing, type ChangeFilters, type Filters } from './filters.ts';
import { namesQuery, peopleQuery } from './queries.ts';
import { useTyped } from './use-typed.ts';
import { documentWords } from './words.ts';

interface Props {
  readonly filters: Filters;
  readonly onChange: ChangeFilters;
}

export function FilterPopover(props: Props): ReactNode {
  const words = useWords(documentWords);
  const count = narrowing.filter((name) => name !== 'q' && props.filters[name] !== '').length;
  return (
    <DialogTrigger>
      <Button icon={ListFilter}>{count > 0 ? `${words.filter} (${count})` : words.filter}</Button>
      <Popover
        className={`popover ${styles.filterPopover}`}
        placement="bottom start"
        aria-label={words.filters}
      >
        <div className={styles.filters}>
          <Fields {...props} />
        </div>
      </Popover>
    </DialogTrigger>
  );
}

/** Stands for "no filter", because a select cannot have an empty value. */
const all = '*';

function Fields({ filters, onChange }: Props): ReactNode {
  const words = useWords(documentWords);
  const { data } = useQuery(documentTypesQuery);
  const chosen = (name: keyof Filters, known: readonly Option[]) => {
    const value = filters[name];
    const isKnown = value === '' || known.some(({ id }) => id === value);
    return {
      value: value || all,
      options: [
        { id: all, label: words.all },
        ...known,
        ...(isKnown ? [] : [{ id: value, label: value }]),
      ],
      onChange: (next: string) => onChange({ [name]: next === all ? '' : next }),
    };
  };
  const states = statuses.map((id) => ({ id, label: statusName(id) }));
  return (
    <>
      {filters.view !== 'board' && <Select label={words.status} {...chosen('status', states)} />}
      <Select
        label={words.type}
        {...chosen('type', plain(data?.types.map(({ name }) => name) ?? []))}
      />
      <Select label={words.language} {...chosen('lang', plain(data?.languages ?? []))} />
      <PersonField name="author" {...{ filters, onChange }} />
      <PersonField name="assignee" {...{ filters, onChange }} />
      <PersonField name="reviewer" {...{ filters, onChange }} />
    </>
  );
}

function PersonField(
  props: Props & {
    readonly name: 'author' | 'assignee' | 'reviewer';
  },
): ReactNode {
  const { name, filters, onChange } = props;
  const words = useWords(documentWords);
  const { text, type } = useTyped(filters[name], (next) =>
    onChange({ [name]: next.trim() }, { isTyping: true }),
  );
  const [searched, setSearched] = useState('');
  const people = usePeople(useSettled(searched.trim()));
  return (
    <ComboField
      label={words[name]}
      placeholder={words.anybody}
      value={text}
      options={people}
      allowsOther
      onChange={type}
      onSearch={setSearched}
    />
  );
}

/**
 * People whose name contains `q`: those involved in the newest changes and, for users who may assign documents, all
 * users. The people endpoint needs a document; the result is the same for each.
 */
function usePeople(q: string): readonly Option[] {
  const session = useSession();
  const { data: { people = [], newest = '' } = {} } = useQuery(namesQuery);
  const isTold = newest !== '' && may(session, 'documents.assign');
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
