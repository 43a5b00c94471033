import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { FormDialog, Spinner, TextField, toast } from '../../ui/index.ts';
import { themeWords } from './theme-words.ts';

/** Installs a theme from a URL or a path, without activating it. */
export function InstallThemeDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords(themeWords);
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
      toast({ text: words.installed(theme.name) });
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
      title={words.install}
      action={words.installAction}
      onClose={onClose}
      onSubmit={install}
      disabledReason={source.trim() === '' && words.sourceMissing}
    >
      <p className="soft">{words.installAbout}</p>
      <TextField
        label={words.source}
        help={words.sourceHelp}
        error={errors['source']}
        value={source}
        onChange={setSource}
        autoFocus
        isRequired
        autoComplete="off"
      />
      <TextField
        label={words.name}
        help={words.nameHelp}
        error={errors['name']}
        value={name}
        onChange={setName}
        autoComplete="off"
      />
      <div role="status">
        {isPending && (
          <span className="row">
            <Spinner label={words.installing} />
            {words.installing}
          </span>
        )}
      </div>
    </FormDialog>
  );
}
