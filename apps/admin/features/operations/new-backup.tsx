import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox, CopyField, FormDialog, Notice, TextField } from '../../ui/index.ts';
import { makeBackup } from './backup-tasks.ts';
import { operationsMessages } from './messages.ts';

export function NewBackup({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(operationsMessages);
  const [name, setName] = useState('by-hand');
  const [withMedia, setMedia] = useState(true);
  const [withDatabase, setDatabase] = useState(false);
  const [isSent, setSent] = useState(false);
  const input = { name: name.trim(), include_media: withMedia, include_database: withDatabase };
  const command = [
    `galley backup create ${input.name || 'NAME'}`,
    !withMedia && '--no-media',
    withDatabase && '--database',
  ];
  const submit = async () => {
    setSent(true);
    try {
      await makeBackup(input);
      onClose();
    } finally {
      setSent(false);
    }
  };
  return (
    <FormDialog
      title={messages.makeBackup}
      action={messages.makeBackup}
      onClose={onClose}
      onSubmit={submit}
    >
      {isSent && <Notice tone="info">{messages.making}</Notice>}
      <TextField
        label={messages.backupName}
        help={messages.backupNameHelp}
        value={name}
        onChange={setName}
        autoFocus
      />
      <Checkbox isSelected={withMedia} onChange={setMedia} help={messages.withMediaHelp}>
        {messages.withMedia}
      </Checkbox>
      <Checkbox isSelected={withDatabase} onChange={setDatabase} help={messages.withDatabaseHelp}>
        {messages.withDatabase}
      </Checkbox>
      <CopyField label={messages.command} value={command.filter(Boolean).join(' ')} />
    </FormDialog>
  );
}
