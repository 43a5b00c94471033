import type { KeyboardEvent, ReactNode } from 'react';
import { shownKeys } from '../../lib/shortcuts.ts';
import { useWords } from '../../lib/words.ts';
import { TextField } from '../../ui/index.ts';
import { decisionWords } from './decision-words.ts';

/** Note for a decision; ⌘ Enter submits the surrounding form. */
export function NoteField(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly about: string;
}): ReactNode {
  const { value, onChange, about } = props;
  const words = useWords(decisionWords);
  return (
    <div onKeyDown={sendByKeys}>
      <TextField
        label={words.note}
        help={`${about} ${words.sendKeys(shownKeys('mod+Enter'))}`}
        rows={4}
        value={value}
        onChange={onChange}
        maxLength={4000}
        autoFocus
      />
    </div>
  );
}

function sendByKeys(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  (event.target as HTMLElement).closest('form')?.requestSubmit();
}
