import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { DialogTrigger, Popover } from 'react-aria-components';
import { documentTypesQuery } from '../../lib/document-types.ts';
import { statusName, statuses } from '../../lib/document-status.ts';
import { useWords } from '../../lib/words.ts';
import { Button, ComboField, Select, type Option } from '../../ui/index.ts';
import styles from './documents.module.css';
import { narrowing, type ChangeFilters, type Filters } from './filters.ts';
import { namesQuery } from './queries.ts';
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

/** `all` stands for no filter: a list to choose from has no empty entry. */
const all = '*';

function Fields({ filters, onChange }: Props): ReactNode {
  const words = useWords(documentWords);
  const { data } = useQuery(documentTypesQuery);
  const { data: names = [] } = useQuery(namesQuery);
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
  const people = [...names].map(([id, label]) => ({ id, label, about: id }));
  const states = statuses.map((id) => ({ id, label: statusName(id) }));
  return (
    <>
      {filters.view !== 'board' && <Select label={words.status} {...chosen('status', states)} />}
      <Select
        label={words.type}
        {...chosen('type', plain(data?.types.map(({ name }) => name) ?? []))}
      />
      <Select label={words.language} {...chosen('lang', plain(data?.languages ?? []))} />
      <PersonField name="author" {...{ filters, onChange, people }} />
      <PersonField name="assignee" {...{ filters, onChange, people }} />
      <PersonField name="reviewer" {...{ filters, onChange, people }} />
    </>
  );
}

function PersonField(
  props: Props & {
    readonly name: 'author' | 'assignee' | 'reviewer';
    readonly people: readonly Option[];
  },
): ReactNode {
  const { name, filters, onChange, people } = props;
  const words = useWords(documentWords);
  const { text, type } = useTyped(filters[name], (next) =>
    onChange({ [name]: next.trim() }, { isTyping: true }),
  );
  return (
    <ComboField
      label={words[name]}
      placeholder={words.anybody}
      value={text}
      options={people}
      allowsOther
      onChange={type}
    />
  );
}

function plain(values: readonly string[]): Option[] {
  return values.map((id) => ({ id, label: id }));
}
