import { Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { may, refreshSession, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useLanguage, useWords } from '../../lib/words.ts';
import { Button, Facts, FormDialog, Panel, TextField, toast } from '../../ui/index.ts';
import { grantsInWords } from '../people/grants.ts';
import { accountWords } from './words.ts';

/** Profile of the signed-in user; editable for users who manage people, read-only for others. */
export function ProfilePanel(): ReactNode {
  const words = useWords(accountWords);
  const language = useLanguage();
  const session = useSession();
  const [isEditing, setEditing] = useState(false);
  const { name, username, email, role, capabilities } = session;
  return (
    <Panel
      title={words.you}
      actions={
        <Button
          icon={Pencil}
          size="small"
          disabledReason={!may(session, 'users.manage') && words.askOthers}
          onPress={() => setEditing(true)}
        >
          {words.edit}
        </Button>
      }
    >
      <Facts
        facts={[
          [words.name, name],
          [words.username, username],
          [words.email, email || <span className="soft">{words.nobodyMail}</span>],
          [words.role, role],
          [words.may, grantsInWords(capabilities, language)],
        ]}
      />
      {isEditing && <ProfileDialog onClose={() => setEditing(false)} />}
    </Panel>
  );
}

function ProfileDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useWords(accountWords);
  const { username, role, ...session } = useSession();
  const [name, setName] = useState(session.name);
  const [email, setEmail] = useState(session.email);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = async () => {
    try {
      await galley.users.save({ username, role, name, email });
    } catch (problem) {
      setErrors(fieldErrors(problem));
      throw problem;
    }
    await Promise.all([refreshSession(), queryClient.invalidateQueries({ queryKey: ['users'] })]);
    toast({ text: words.saved });
    onClose();
  };
  return (
    <FormDialog
      title={words.you}
      size="small"
      action={words.save}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={words.name}
        value={name}
        error={errors['name']}
        onChange={setName}
        autoComplete="name"
        maxLength={200}
        autoFocus
      />
      <TextField
        label={words.email}
        help={words.emailHelp}
        type="email"
        value={email}
        error={errors['email']}
        onChange={setEmail}
        autoComplete="email"
        maxLength={320}
      />
    </FormDialog>
  );
}
