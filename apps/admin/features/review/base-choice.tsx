import type { DocumentHistoryEntry } from '@galley/sdk';
import type { ReactNode } from 'react';
import { dateTime } from '../../lib/format.ts';
import { useWords } from '../../lib/words.ts';
import { Select, type Option } from '../../ui/index.ts';
import { compareWords } from './compare-words.ts';
import { textEntries, type Base } from './compared.ts';
import styles from './review.module.css';

/** Number of recent revisions offered; the history page lists all. */
const mostOffered = 40;

export function BaseChoice(props: {
  readonly bases: readonly Base[];
  readonly history: readonly DocumentHistoryEntry[];
  readonly value: Base;
  readonly onChange: (id: string) => void;
}): ReactNode {
  const { bases, history, value, onChange } = props;
  const words = useWords(compareWords);
  const names: Record<string, string> = {
    public: words.basePublic,
    approved: words.baseApproved,
    nothing: words.baseNothing,
  };
  const known: Option[] = bases.map(({ id }) => ({ id, label: names[id] ?? id }));
  const earlier = textEntries(history)
    .slice(1, mostOffered + 1)
    .map(entryOption);
  const isOffered = [...known, ...earlier].some(({ id }) => id === value.id);
  const chosen = history.find(({ hash }) => hash === value.id);
  const extra = !isOffered && chosen ? [entryOption(chosen)] : [];
  return (
    <>
      <span className="soft small" aria-hidden>
        {words.base}
      </span>
      <Select
        label={words.base}
        isLabelHidden
        className={styles['base'] ?? ''}
        value={value.id}
        onChange={onChange}
        options={[...known, ...earlier, ...extra]}
      />
    </>
  );
}

function entryOption(entry: DocumentHistoryEntry): Option {
  const { hash, timestamp, author_name: name, author, message } = entry;
  return {
    id: hash,
    label: dateTime(timestamp),
    about: [name ?? author, message].filter(Boolean).join(' · '),
  };
}
