import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { FormDialog, Spinner, TextField, toast } from '../../ui/index.ts';
import { themeMessages } from './theme-messages.ts';

export function InstallThemeDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(themeMessages);
  const [source, setSource] = useState('');
  const [name, setName] = useState('');
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const install = async () => {
    setPending(true);
    setErrors({});
    try {
      const given = name.trim() === '' ? {} : { name: name.trim() };
      const theme = await galley.themes.install({ source: source.trim(), ...given });
      await queryClient.invalidateQueries({ queryKey: ['themes'] });
      toast({ text: messages.installed({ name: theme.name }) });
      onClose();
    } catch (error) {
      setErrors(fieldErrors(error));
      throw error;
    } finally {
      setPending(false);
    }
  };
  return (
    <FormDialog
      title={messages.install}
      action={messages.installAction}
      onClose={onClose}
      onSubmit={install}
      disabledReason={source.trim() === '' && messages.sourceMissing}
    >
      <p className="soft">{messages.installAbout}</p>
      <TextField
        label={messages.source}
        help={messages.sourceHelp}
        error={errors['source']}
        value={source}
        onChange={setSource}
        autoFocus
        isRequired
        autoComplete="off"
      />
      <TextField
        label={messages.name}
        help={messages.nameHelp}
        error={errors['name']}
        value={name}
        onChange={setName}
        autoComplete="off"
      />
      <div role="status">
        {isPending && (
          <span className="row">
            <Spinner label={messages.installing} />
            {messages.installing}
          </span>
        )}
      </div>
    </FormDialog>
  );
}
