import { Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { invalidateSubjects } from '../../app/query-client.ts';
import { refreshSession, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, Facts, FormDialog, Panel, TextField, toast } from '../../ui/index.ts';
import { describeGrants } from '../people/grants.ts';
import { EmailNotice, EmailStatus } from './email-status.tsx';
import { accountMessages } from './messages.ts';
import { OwnPicture } from './own-picture.tsx';

export function ProfilePanel(): ReactNode {
  const messages = useMessages(accountMessages);
  const session = useSession();
  const [isEditing, setEditing] = useState(false);
  const { name, username, email, role, capabilities } = session;
  return (
    <Panel
      title={messages.you}
      actions={
        <Button icon={Pencil} size="small" onPress={() => setEditing(true)}>
          {messages.edit}
        </Button>
      }
    >
      <OwnPicture />
      <div className="stack">
        <Facts
          facts={[
            [messages.name, name],
            [messages.username, username],
            [
              messages.email,
              email ? (
                <EmailStatus email={email} />
              ) : (
                <span className="soft">{messages.nobodyMail}</span>
              ),
            ],
            [messages.role, role],
            [messages.may, describeGrants(capabilities)],
          ]}
        />
        <EmailNotice />
      </div>
      {isEditing && <ProfileDialog onClose={() => setEditing(false)} />}
    </Panel>
  );
}

function ProfileDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(accountMessages);
  const session = useSession();
  const [name, setName] = useState(session.name);
  const [email, setEmail] = useState(session.email);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = async () => {
    try {
      await galley.users.saveOwn({ name, email });
    } catch (problem) {
      setErrors(fieldErrors(problem));
      throw problem;
    }
    await Promise.all([refreshSession(), invalidateSubjects(['account', 'users'])]);
    toast({ text: messages.saved });
    onClose();
  };
  return (
    <FormDialog
      title={messages.you}
      size="small"
      action={messages.save}
      onClose={onClose}
      onSubmit={save}
    >
      <TextField
        label={messages.name}
        value={name}
        error={errors['name']}
        onChange={setName}
        autoComplete="name"
        maxLength={200}
        autoFocus
      />
      <TextField
        label={messages.email}
        help={messages.emailHelp}
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
