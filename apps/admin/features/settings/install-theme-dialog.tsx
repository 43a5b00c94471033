import { Upload } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Checkbox, FormDialog, Spinner, TextField, toast } from '../../ui/index.ts';
import { themeMessages } from './theme-messages.ts';

export function InstallThemeDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(themeMessages);
  const [source, setSource] = useState('');
  const [name, setName] = useState('');
  const [file, setFile] = useState<File>();
  const [replaces, setReplaces] = useState(false);
  const [isPending, setPending] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const install = async () => {
    setPending(true);
    setErrors({});
    try {
      const given = name.trim() === '' ? {} : { name: name.trim() };
      const theme = file
        ? await galley.themes.upload({ file, replace: replaces ? 'true' : 'false' })
        : await galley.themes.install({ source: source.trim(), ...given });
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
      disabledReason={!file && source.trim() === '' && messages.sourceMissing}
    >
      <p className="soft">{messages.installAbout}</p>
      <ChooseFile file={file} onChosen={setFile} />
      {file && (
        <>
          <Checkbox isSelected={replaces} onChange={setReplaces}>
            {messages.replace}
          </Checkbox>
          <p className="soft small">{messages.replaceHelp}</p>
        </>
      )}
      {!file && (
        <>
          <p className="soft">{messages.orSource}</p>
          <TextField
            label={messages.source}
            help={messages.sourceHelp}
            error={errors['source']}
            value={source}
            onChange={setSource}
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
        </>
      )}
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

function ChooseFile(props: {
  readonly file: File | undefined;
  readonly onChosen: (file: File) => void;
}): ReactNode {
  const { file, onChosen } = props;
  const messages = useMessages(themeMessages);
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="row">
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip"
        aria-label={messages.upload}
        onChange={({ currentTarget }) => {
          const [chosen] = Array.from(currentTarget.files ?? []);
          // Reset, so that choosing the same file again fires a change event.
          currentTarget.value = '';
          if (chosen) onChosen(chosen);
        }}
      />
      <Button icon={Upload} onPress={() => input.current?.click()}>
        {file ? messages.uploadOther : messages.upload}
      </Button>
      {file && <span className="breaks">{file.name}</span>}
    </div>
  );
}
