import { useState, type ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { FormDialog, TextField } from '../../../ui/index.ts';
import { editorActions } from '../bar/editor-actions.ts';
import { useEditing } from '../use-editing.ts';
import { editorMessages } from '../messages.ts';

export function MessageDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(editorMessages);
  const editing = useEditing();
  const [message, setMessage] = useState('');
  const save = async () => {
    // The page shows a refusal beside the text.
    onClose();
    await editorActions.save(editing, message.trim());
  };
  return (
    <FormDialog
      title={messages.saveMessageTitle}
      action={messages.save}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={messages.message}
        help={messages.messageHelp}
        value={message}
        onChange={setMessage}
        maxLength={500}
        autoFocus
      />
    </FormDialog>
  );
}
