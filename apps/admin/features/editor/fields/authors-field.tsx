import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { RowActions, moveByKeys, useRows } from '../../../fields/index.ts';
import { formatValue } from '../../../lib/format-value.ts';
import { useDebouncedValue } from '../../../lib/use-debounced-value.ts';
import { useMessages } from '../../../lib/messages.ts';
import { ComboField, PersonPicture, type Option } from '../../../ui/index.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { canonicalNames, suggestedOptions } from './chips.ts';
import { fieldMessages } from './field-messages.ts';
import styles from './fields.module.css';
import { authorsQuery } from './panel-queries.ts';
import { useCanEdit } from './use-can-edit.ts';
import { useFirstFocus } from './use-first-focus.ts';

/** Names for readers, in order. Without any, pages show the display name of the owner. */
export function AuthorsField(): ReactNode {
  const messages = useMessages(fieldMessages);
  const editing = useEditing();
  const value = useEditingState(({ values }) => values['authors']);
  const error = useEditingState(({ fieldErrors }) => fieldErrors['authors']);
  const canEdit = useCanEdit();
  const authors = ([value ?? []].flat() as unknown[]).map(formatValue);
  const write = (names: readonly unknown[]) =>
    editing.setValue(['authors'], names.length === 0 ? undefined : names);
  const pictures = usePictures(authors.length > 0);
  const rows = useRows({ rows: authors, onChange: write, nameOf: (place) => authors[place]! });
  return (
    <fieldset className={styles['chips']} data-field="authors">
      <legend className="field-label">{messages.authors}</legend>
      {authors.length > 0 && (
        <ul className={styles['list']}>
          {authors.map((name, place) => (
            <li
              key={rows.keys[place]}
              id={rows.rowId(place)}
              className={styles['line']}
              onKeyDown={moveByKeys(rows, place)}
            >
              <PersonPicture name={name} picture={pictures.get(name)} size="small" />
              <span className="grow breaks">{name}</span>
              {canEdit && <RowActions rows={rows} place={place} name={name} />}
            </li>
          ))}
        </ul>
      )}
      {canEdit && (
        <div id={rows.addId}>
          <AddAuthor authors={authors} error={error} onAdd={(name) => write([...authors, name])} />
        </div>
      )}
      <span className="sr-only" aria-live="polite">
        {rows.said}
      </span>
    </fieldset>
  );
}

/** Pictures of colleagues by display name; a name that several of them share has none. */
function usePictures(isNeeded: boolean): ReadonlyMap<string, string | null> {
  const path = useEditingState(({ detail }) => detail.path);
  const { data = [] } = useQuery({ ...authorsQuery(path, ''), enabled: isNeeded });
  const namesakes = Map.groupBy(data, ({ name }) => name);
  return new Map(
    [...namesakes].map(([name, people]) => [name, people.length === 1 ? people[0]!.picture : null]),
  );
}

function AddAuthor(props: {
  readonly authors: readonly string[];
  readonly error: string | undefined;
  readonly onAdd: (name: string) => void;
}): ReactNode {
  const { authors, error, onAdd } = props;
  const messages = useMessages(fieldMessages);
  const { path, author, names } = useEditingState(({ detail }) => detail);
  const [typed, setTyped] = useState('');
  const q = useDebouncedValue(typed.trim());
  const { isUsed, onFocus } = useFirstFocus();
  const { data = [] } = useQuery({ ...authorsQuery(path, q), enabled: isUsed });
  const suggestions = data.map(({ name, picture }) => ({ name, picture }));
  const options: Option[] = suggestedOptions(typed, {
    names: authors,
    suggestions,
    create: (name) => messages.guest({ name }),
  });
  const add = (name: string) => {
    const [known = ''] = canonicalNames([name], [...authors, ...data.map((one) => one.name)]);
    if (known !== '' && !authors.includes(known)) onAdd(known);
    setTyped('');
  };
  const owner = author === null ? undefined : names[author];
  const isByDefault = authors.length === 0 && owner !== undefined;
  return (
    <div onFocus={onFocus}>
      <ComboField
        key={authors.length}
        label={messages.addAuthor}
        isLabelHidden
        help={isByDefault ? messages.ownerByDefault({ name: owner }) : messages.authorsHelp}
        error={error}
        value=""
        onChange={add}
        onSearch={setTyped}
        options={options}
        placeholder={messages.addAuthor}
      />
    </div>
  );
}
