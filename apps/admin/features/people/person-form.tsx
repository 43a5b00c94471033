import type { Role, UserInfo } from '@galley/sdk';
import { useState, type FormEvent, type ReactNode } from 'react';
import { refreshSession, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import {
  confirmAction,
  Button,
  ErrorNotice,
  Panel,
  TextField,
  toast,
  useLeaveGuard,
} from '../../ui/index.ts';
import { useAction } from '../../lib/use-action.ts';
import { isLastAdmin, invalidatePeople } from './queries.ts';
import { RoleField } from './role-field.tsx';
import { peopleMessages } from './messages.ts';
import styles from './people.module.css';

interface PersonFormProps {
  readonly user: UserInfo;
  readonly users: readonly UserInfo[];
  readonly roles: readonly Role[];
  readonly reason: string | undefined;
}

type Changes = Partial<Pick<UserInfo, 'name' | 'email' | 'role'>>;

/** The form holds only the changes, so that updates from the server show at once. */
export function PersonForm({ user, users, roles, reason }: PersonFormProps): ReactNode {
  const messages = useMessages(peopleMessages);
  const { capabilities } = useSession();
  const { shown, isChanged, change, undo, saving } = useProfile(user);
  const errors = fieldErrors(saving.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && !reason) saving.run();
  };
  const field = (name: 'name' | 'email') => ({
    value: shown[name],
    onChange: (value: string) => change({ [name]: value }),
    error: errors[name],
    isReadOnly: reason !== undefined,
    autoComplete: 'off',
  });
  const isLast = isLastAdmin(user, users);
  return (
    <Panel title={messages.profile}>
      <form className="stack" onSubmit={submit} noValidate>
        <ErrorNotice error={saving.error} />
        <div className={styles.pair}>
          <TextField label={messages.fullName} {...field('name')} />
          <TextField label={messages.email} type="email" {...field('email')} />
        </div>
        <RoleField
          value={shown.role}
          onChange={(role) => change({ role })}
          roles={roles}
          held={capabilities}
          help={isLast ? messages.lastAdmin : messages.roleEnds}
          isDisabled={isLast || reason !== undefined}
        />
        <div className="row">
          <Button
            type="submit"
            kind="primary"
            isPending={saving.isPending}
            disabledReason={reason ?? (!isChanged && messages.nothingChanged)}
          >
            {messages.save}
          </Button>
          {isChanged && <Button onPress={undo}>{messages.undo}</Button>}
        </div>
      </form>
    </Panel>
  );
}

function askOwnRole(role: string): Promise<boolean> {
  const messages = currentMessages(peopleMessages);
  return confirmAction({
    title: messages.ownRoleTitle,
    text: messages.ownRoleText({ role }),
    action: messages.changeRole,
    kind: 'danger',
  });
}

function useProfile(user: UserInfo) {
  const me = useSession().username;
  const [changes, setChanges] = useState<Changes>({});
  const shown = { name: user.name, email: user.email, role: user.role, ...changes };
  const isChanged =
    shown.name !== user.name || shown.email !== user.email || shown.role !== user.role;
  const saving = useAction(async () => {
    if (user.username === me && shown.role !== user.role && !(await askOwnRole(shown.role))) return;
    await galley.users.save({ username: user.username, ...shown });
    await invalidatePeople();
    if (user.username === me) await refreshSession();
    setChanges({});
    toast({ text: currentMessages(peopleMessages).saved });
  });
  useLeaveGuard(isChanged && !saving.isPending);
  const change = (next: Changes) => setChanges({ ...changes, ...next });
  return { shown, isChanged, change, undo: () => setChanges({}), saving };
}
