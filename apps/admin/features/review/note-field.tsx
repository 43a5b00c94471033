import type { KeyboardEvent, ReactNode } from 'react';
import { formatShortcut } from '../../lib/shortcuts.ts';
import { useMessages } from '../../lib/messages.ts';
import { TextField } from '../../ui/index.ts';
import { decisionMessages } from './decision-messages.ts';

export function NoteField(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly about: string;
}): ReactNode {
  const { value, onChange, about } = props;
  const messages = useMessages(decisionMessages);
  return (
    <div onKeyDown={sendByKeys}>
      <TextField
        label={messages.note}
        help={`${about} ${messages.sendKeys({ keys: formatShortcut('mod+Enter') })}`}
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
