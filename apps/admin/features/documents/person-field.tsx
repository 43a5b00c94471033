import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useDebouncedValue } from '../../lib/use-debounced-value.ts';
import { ComboField } from '../../ui/index.ts';
import { peopleQuery } from './queries.ts';

export function PersonField(props: {
  readonly path: string;
  readonly label: string;
  readonly help?: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (username: string) => void;
  /** Limits the choice to people who may review the document. */
  readonly isReviewer?: boolean;
  /** User names that are not offered. */
  readonly barred?: readonly string[];
  readonly error?: string | undefined;
}): ReactNode {
  const { path, isReviewer = false, barred = [], value, ...field } = props;
  const [typed, setTyped] = useState('');
  const q = useDebouncedValue(typed.trim());
  const { data = [] } = useQuery(peopleQuery(path, q));
  const options = data
    .filter(({ username }) => username === value || !barred.includes(username))
    .filter((person) => !isReviewer || person.may_review || person.username === value)
    .map(({ username, name, picture }) => ({
      id: username,
      label: name || username,
      about: username,
      picture,
    }));
  return <ComboField {...field} value={value} options={options} onSearch={setTyped} />;
}
