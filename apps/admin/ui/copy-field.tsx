import { Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { uiMessages } from './messages.ts';

/** The user can select the text if the browser blocks the clipboard. */
export function CopyField({
  label,
  value,
}: {
  readonly label: string;
  readonly value: string;
}): ReactNode {
  const messages = useMessages(uiMessages);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
  };
  return (
    <div className="copy-field">
      <TextField label={label} value={value} onChange={() => undefined} isReadOnly isCode />
      <Button
        icon={isCopied ? Check : Copy}
        onPress={() => void copy().catch(() => setCopied(false))}
      >
        {isCopied ? messages.copied : messages.copy}
      </Button>
    </div>
  );
}
