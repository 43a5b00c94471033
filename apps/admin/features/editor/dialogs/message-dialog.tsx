import { useState, type ReactNode } from 'react';
import { useWords } from '../../../lib/words.ts';
import { FormDialog, TextField, toast } from '../../../ui/index.ts';
import { useEditing } from '../use-editing.ts';
import { editorWords } from '../words.ts';

export function MessageDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords(editorWords);
  const editing = useEditing();
  const [message, setMessage] = useState('');
  const save = async () => {
    // The page shows a refusal beside the text.
    onClose();
    if (await editing.save(message.trim())) toast({ text: words.saved });
  };
  return (
    <FormDialog
      title={words.saveMessageTitle}
      action={words.save}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={words.message}
        help={words.messageHelp}
        value={message}
        onChange={setMessage}
        maxLength={500}
        autoFocus
      />
    </FormDialog>
  );
}
