import { Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWords } from '../lib/words.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { uiWords } from './words.ts';

/** Read-only text to copy, such as a token. The user can select it if the browser blocks the clipboard. */
export function CopyField({
  label,
  value,
}: {
  readonly label: string;
  readonly value: string;
}): ReactNode {
  const words = useWords(uiWords);
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
        {isCopied ? words.copied : words.copy}
      </Button>
    </div>
  );
}
