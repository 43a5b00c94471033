import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { showSignIn, useSession } from '../../app/session.ts';
import { downloadFile } from '../../lib/download-file.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, ErrorNotice, FormDialog, Panel, TextField } from '../../ui/index.ts';
import { ownAccountMessages } from './own-account-messages.ts';
import { ownAccountQuery } from './own-account-query.ts';

export function OwnDataPanel(): ReactNode {
  const messages = useMessages(ownAccountMessages);
  const { username } = useSession();
  const [isDeleting, setDeleting] = useState(false);
  const downloading = useAction(async () => {
    const download = await galley.account.export();
    downloadFile(download.filename ?? `${username}.zip`, await download.blob());
  });
  return (
    <Panel title={messages.data} about={messages.dataAbout}>
      <div className="stack">
        <ErrorNotice error={downloading.error} />
        <div className="row wrap">
          <Button icon={Download} isPending={downloading.isPending} onPress={downloading.run}>
            {messages.download}
          </Button>
          <Button kind="danger" onPress={() => setDeleting(true)}>
            {messages.delete}
          </Button>
        </div>
      </div>
      {isDeleting && <DeletionDialog onClose={() => setDeleting(false)} />}
    </Panel>
  );
}

function DeletionDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(ownAccountMessages);
  const { username } = useSession();
  const { data } = useQuery(ownAccountQuery);
  const [typed, setTyped] = useState('');
  const [successor, setSuccessor] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const count = data?.documents ?? 0;
  const remove = async () => {
    try {
      const reassign_to = successor.trim();
      await galley.account.delete({ username: typed, ...(reassign_to && { reassign_to }) });
    } catch (problem) {
      setErrors(fieldErrors(problem));
      throw problem;
    }
    showSignIn('account-deleted');
  };
  return (
    <FormDialog
      title={messages.deleteTitle}
      size="small"
      kind="danger"
      action={messages.delete}
      disabledReason={typed.trim().toLowerCase() !== username && messages.deleteTypeNeeded}
      onClose={onClose}
      onSubmit={remove}
    >
      <p>{messages.deleteText}</p>
      {count > 0 && (
        <TextField
          label={messages.reassign}
          help={messages.reassignHelp({ count })}
          value={successor}
          onChange={setSuccessor}
          error={errors['reassign_to']}
          autoComplete="off"
          maxLength={200}
          isRequired
        />
      )}
      <TextField
        label={messages.deleteType({ username })}
        value={typed}
        onChange={setTyped}
        error={errors['username']}
        autoComplete="off"
        maxLength={200}
      />
    </FormDialog>
  );
}
