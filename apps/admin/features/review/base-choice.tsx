import type { DocumentHistoryEntry } from '@galley/sdk';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Select, type Option } from '../../ui/index.ts';
import { compareMessages } from './compare-messages.ts';
import { textEntries, type Base } from './comparison.ts';
import styles from './review.module.css';

const maxOptions = 40;

export function BaseChoice(props: {
  readonly bases: readonly Base[];
  readonly history: readonly DocumentHistoryEntry[];
  readonly value: Base;
  readonly onChange: (id: string) => void;
}): ReactNode {
  const { bases, history, value, onChange } = props;
  const messages = useMessages(compareMessages);
  const names: Record<string, string> = {
    public: messages.basePublic,
    approved: messages.baseApproved,
    nothing: messages.baseNothing,
  };
  const known: Option[] = bases.map(({ id }) => ({ id, label: names[id] ?? id }));
  const earlier = textEntries(history)
    .slice(1, maxOptions + 1)
    .map(entryOption);
  const isOffered = [...known, ...earlier].some(({ id }) => id === value.id);
  const chosen = history.find(({ hash }) => hash === value.id);
  const extra = !isOffered && chosen ? [entryOption(chosen)] : [];
  return (
    <>
      <span className="soft small" aria-hidden>
        {messages.base}
      </span>
      <Select
        label={messages.base}
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
    label: formatDateTime(timestamp),
    about: [name ?? author, message].filter(Boolean).join(' · '),
  };
}
