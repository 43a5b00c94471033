import type { ResetLink, Role, UserInfo } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { signInOptionsQuery, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  Button,
  Dialog,
  FormDialog,
  Select,
  TextField,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { NewPasswordFields, useNewPassword, type NewPassword } from '../account/new-password.tsx';
import { PasswordLink } from './password-link.tsx';
import { invalidatePeople } from './queries.ts';
import { RoleField } from './role-field.tsx';
import { peopleMessages } from './messages.ts';

interface NewPersonProps {
  readonly users: readonly UserInfo[];
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

export function NewPersonDialog(props: NewPersonProps): ReactNode {
  const messages = useMessages(peopleMessages);
  const [made, setMade] = useState<{ user: UserInfo; link: ResetLink } | null>(null);
  if (!made) return <Making {...props} onMade={(user, link) => setMade({ user, link })} />;
  return (
    <Dialog
      title={messages.sendLink}
      actions={
        <>
          <Link
            to={'/people/$username'}
            params={{ username: made.user.username }}
            className="button"
          >
            {messages.openPerson}
          </Link>
          <Button kind="primary" onPress={props.onClose}>
            {messages.done}
          </Button>
        </>
      }
    >
      <PasswordLink link={made.link} />
    </Dialog>
  );
}

function Making(
  props: NewPersonProps & { readonly onMade: (user: UserInfo, link: ResetLink) => void },
): ReactNode {
  const { users, roles, onClose, onMade } = props;
  const messages = useMessages(peopleMessages);
  const { capabilities } = useSession();
  const navigate = useNavigate();
  const [profile, setProfile] = useState({ username: '', name: '', email: '' });
  const [role, setRole] = useState('author');
  const canMail = useQuery(signInOptionsQuery).data?.password_reset === true;
  const [chosen, setHow] = useState<How>();
  const how = chosen ?? (canMail ? 'mail' : 'link');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const password = useNewPassword();
  const field = (name: keyof typeof profile) => ({
    value: profile[name],
    onChange: (value: string) => setProfile({ ...profile, [name]: value }),
    error: errors[name],
    autoComplete: 'off',
  });
  const create = async () => {
    const username = profile.username.trim().toLowerCase();
    // Saving an existing name would change that account.
    const refused = findMistakes(messages, { ...profile, username, users, how });
    setErrors(refused);
    if (Object.keys(refused).length > 0 || (how === 'password' && !password.check())) return;
    const given = how === 'password' ? { password: password.password } : {};
    try {
      const user = await galley.users.save({ ...profile, username, role, ...given });
      toast({ text: messages.created({ name: user.name || user.username }) });
      if (how === 'link') await giveLink(user, onMade, navigate);
      else {
        if (how === 'mail') await mailLink(user, messages.invited);
        onClose();
      }
      await invalidatePeople();
    } catch (problem) {
      setErrors(fieldErrors(problem));
      throw problem;
    }
  };
  return (
    <FormDialog
      title={messages.newPerson}
      action={messages.create}
      onClose={onClose}
      onSubmit={create}
    >
      <TextField
        label={messages.username}
        help={messages.usernameHelp}
        maxLength={64}
        autoFocus
        {...field('username')}
      />
      <TextField label={messages.fullName} help={messages.fullNameHelp} {...field('name')} />
      <TextField
        label={messages.email}
        help={how === 'mail' ? messages.emailHelp : messages.optional}
        type="email"
        {...field('email')}
      />
      <RoleField value={role} onChange={setRole} roles={roles} held={capabilities} />
      <HowFields
        how={how}
        canMail={canMail}
        onChange={setHow}
        password={password}
        username={profile.username}
        error={errors['password']}
      />
    </FormDialog>
  );
}

function findMistakes(
  messages: Pick<
    typeof peopleMessages.english,
    'usernameMissing' | 'usernameTaken' | 'emailMissing'
  >,
  given: Pick<NewPersonProps, 'users'> & {
    readonly username: string;
    readonly email: string;
    readonly how: How;
  },
): Record<string, string> {
  const { users, username, email, how } = given;
  return {
    ...(username === '' && { username: messages.usernameMissing }),
    ...(isTaken(users, username) && { username: messages.usernameTaken }),
    ...(how === 'mail' && email.trim() === '' && { email: messages.emailMissing }),
  };
}

/** If creating the link fails, opens the page of the account, which exists at this point. */
async function giveLink(
  user: UserInfo,
  onMade: (user: UserInfo, link: ResetLink) => void,
  navigate: ReturnType<typeof useNavigate>,
): Promise<void> {
  const { username } = user;
  try {
    onMade(user, await galley.users.resetLink({ username }));
  } catch (problem) {
    toastProblem(problem);
    await navigate({ to: '/people/$username', params: { username } });
  }
}

/** The account exists at this point; a failure is shown, and the link can be sent from its page. */
async function mailLink(
  { username }: UserInfo,
  text: (values: { address: string }) => string,
): Promise<void> {
  try {
    const { sent_to: address } = await galley.users.sendLink({ username });
    toast({ text: text({ address }) });
  } catch (problem) {
    toastProblem(problem);
  }
}

const isTaken = (users: readonly UserInfo[], username: string) =>
  users.some((user) => user.username === username);

type How = 'mail' | 'link' | 'password';

function HowFields(props: {
  readonly how: How;
  readonly canMail: boolean;
  readonly onChange: (how: How) => void;
  readonly password: NewPassword;
  readonly username: string;
  readonly error: string | undefined;
}): ReactNode {
  const { how, canMail, onChange, password, username, error } = props;
  const messages = useMessages(peopleMessages);
  return (
    <>
      <Select
        label={messages.how}
        value={how}
        onChange={onChange}
        options={[
          ...(canMail
            ? [{ id: 'mail' as const, label: messages.byMail, about: messages.byLinkHelp }]
            : []),
          { id: 'link', label: messages.byLink, about: messages.byLinkHelp },
          { id: 'password', label: messages.byPassword },
        ]}
      />
      {how === 'password' && (
        <NewPasswordFields value={password} username={username} error={error} />
      )}
    </>
  );
}
