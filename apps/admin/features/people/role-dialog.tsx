import type { Role } from '@galley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Copy, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { refreshSession, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import {
  confirmAction,
  askToLeave,
  Button,
  Dialog,
  ErrorNotice,
  FormDialog,
  Notice,
  TextField,
  toast,
  useLeaveGuard,
} from '../../ui/index.ts';
import { useAction } from '../../lib/use-action.ts';
import { GrantChoice } from './grant-choice.tsx';
import { coversGrants } from './grants.ts';
import { invalidatePeople } from './queries.ts';
import { roleMessages } from './role-messages.ts';

interface RoleDialogProps {
  /** Without it, the dialog creates a role. */
  readonly role?: Role;
  readonly model?: Role;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

export function RoleDialog(props: RoleDialogProps): ReactNode {
  const { role, onClose } = props;
  const messages = useMessages(roleMessages);
  const { capabilities } = useSession();
  const isTooMuch = role !== undefined && !coversGrants(capabilities, role.capabilities);
  if (!role || (!role.builtin && !isTooMuch)) return <RoleForm {...props} />;
  return (
    <Dialog
      title={messages.open({ name: role.name })}
      size="large"
      onClose={onClose}
      actions={<Button onPress={onClose}>{messages.close}</Button>}
    >
      <div className="stack">
        <Notice>
          {role.builtin ? messages.builtinText : messages.tooMuch}{' '}
          {messages.holders({ count: role.users })}
        </Notice>
        <RoleActions role={role} />
        <GrantChoice
          legend={messages.grants}
          help={messages.grantsHelp}
          value={role.capabilities}
          onChange={() => undefined}
          held={capabilities}
          isFixed
        />
      </div>
    </Dialog>
  );
}

function RoleForm({ role, model, roles, onClose }: RoleDialogProps): ReactNode {
  const messages = useMessages(roleMessages);
  const { capabilities } = useSession();
  const first = role?.capabilities ?? model?.capabilities.filter((one) => one !== '*') ?? [];
  const form = useRoleForm(
    { role, roles, onClose },
    first.filter((one) => coversGrants(capabilities, [one])),
  );
  const { name, grants, isSame, isChanged } = form;
  const close = async () => {
    if (!isChanged || (await askToLeave())) onClose();
  };
  return (
    <FormDialog
      title={role ? messages.open({ name: role.name }) : messages.newRole}
      size="large"
      action={role ? messages.save : messages.create}
      onClose={() => void close()}
      onSubmit={form.save}
      disabledReason={role && isSame && messages.unchanged}
    >
      {role ? (
        <>
          <p className="soft">{messages.holders({ count: role.users })}</p>
          <RoleActions role={role} onGone={onClose} />
        </>
      ) : (
        <TextField
          label={messages.name}
          help={messages.nameHelp}
          value={name}
          onChange={form.setName}
          error={form.nameError}
          maxLength={64}
          autoComplete="off"
          autoFocus
        />
      )}
      <GrantChoice
        legend={messages.grants}
        help={messages.grantsHelp}
        value={grants}
        onChange={form.setGrants}
        held={capabilities}
      />
    </FormDialog>
  );
}

function useRoleForm(
  { role, roles, onClose }: Pick<RoleDialogProps, 'roles' | 'onClose'> & { role: Role | undefined },
  first: readonly string[],
) {
  const { role: mine } = useSession();
  const [name, setName] = useState('');
  const [grants, setGrants] = useState(first);
  const [nameError, setNameError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const isSame = [...grants].sort().join() === [...first].sort().join();
  const isChanged = !isSame || name !== '';
  useLeaveGuard(isChanged && !isSaving);
  const send = async (wanted: string) => {
    setSaving(true);
    try {
      return await galley.roles.save({ name: wanted, capabilities: [...grants] });
    } catch (problem) {
      setSaving(false);
      setNameError(fieldErrors(problem)['name']);
      throw problem;
    }
  };
  const save = async () => {
    const wanted = role?.name ?? name.trim().toLowerCase();
    const refused = role ? undefined : refusedName(wanted, roles);
    setNameError(refused);
    if (refused) return;
    const saved = await send(wanted);
    const messages = currentMessages(roleMessages);
    toast({ text: role ? messages.saved : messages.created({ name: saved.name }) });
    onClose();
    await invalidatePeople();
    if (saved.name === mine) await refreshSession();
  };
  return { name, setName, nameError, grants, setGrants, isSame, isChanged, save };
}

/** Saving an existing name would change that role. */
function refusedName(name: string, roles: readonly Role[]): string | undefined {
  const messages = currentMessages(roleMessages);
  if (name === '') return messages.nameMissing;
  return roles.some((role) => role.name === name) ? messages.nameTaken : undefined;
}

function RoleActions({ role, onGone }: { readonly role: Role; readonly onGone?: () => void }) {
  const messages = useMessages(roleMessages);
  const navigate = useNavigate();
  const removing = useAction(async () => {
    const isSure = await confirmAction({
      title: messages.removeTitle({ name: role.name }),
      text: messages.removeText,
      action: messages.removeIt,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.roles.delete({ name: role.name });
    toast({ text: messages.removed({ name: role.name }) });
    onGone?.();
    await invalidatePeople();
  });
  return (
    <>
      <ErrorNotice error={removing.error} />
      <div className="row">
        <Button
          size="small"
          icon={Copy}
          onPress={() => void navigate({ to: '.', search: { like: role.name } })}
        >
          {messages.like}
        </Button>
        {onGone && (
          <Button
            size="small"
            icon={Trash2}
            isPending={removing.isPending}
            disabledReason={role.users > 0 && messages.inUse}
            onPress={removing.run}
          >
            {messages.remove}
          </Button>
        )}
      </div>
    </>
  );
}
