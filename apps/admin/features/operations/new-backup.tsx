import { useState, type ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Checkbox, CopyField, FormDialog, Notice, TextField } from '../../ui/index.ts';
import { makeBackup } from './backup-work.ts';
import { operationsWords } from './words.ts';

/** Options of a new backup. The dialog stays open until the archive is ready and can be closed earlier. */
export function NewBackup({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords(operationsWords);
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
      title={words.makeBackup}
      action={words.makeBackup}
      onClose={onClose}
      onSubmit={submit}
    >
      {isSent && <Notice tone="info">{words.making}</Notice>}
      <TextField
        label={words.backupName}
        help={words.backupNameHelp}
        value={name}
        onChange={setName}
        autoFocus
      />
      <Checkbox isSelected={withMedia} onChange={setMedia} help={words.withMediaHelp}>
        {words.withMedia}
      </Checkbox>
      <Checkbox isSelected={withDatabase} onChange={setDatabase} help={words.withDatabaseHelp}>
        {words.withDatabase}
      </Checkbox>
      <CopyField label={words.command} value={command.filter(Boolean).join(' ')} />
    </FormDialog>
  );
}
