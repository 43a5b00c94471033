import type { Role } from '@galley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Copy, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { refreshSession, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import {
  ask,
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
import { covers } from './grants.ts';
import { peopleChanged } from './queries.ts';
import { roleWords } from './role-words.ts';

interface RoleDialogProps {
  /** The role to edit; without it, the dialog creates a role. */
  readonly role?: Role;
  readonly model?: Role;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}

export function RoleDialog(props: RoleDialogProps): ReactNode {
  const { role, onClose } = props;
  const words = useWords(roleWords);
  const { capabilities } = useSession();
  const isTooMuch = role !== undefined && !covers(capabilities, role.capabilities);
  if (!role || (!role.builtin && !isTooMuch)) return <RoleForm {...props} />;
  return (
    <Dialog
      title={words.open(role.name)}
      size="large"
      onClose={onClose}
      actions={<Button onPress={onClose}>{words.close}</Button>}
    >
      <div className="stack">
        <Notice>
          {role.builtin ? words.builtinText : words.tooMuch} {words.holders(role.users)}
        </Notice>
        <RoleActions role={role} />
        <GrantChoice
          legend={words.grants}
          help={words.grantsHelp}
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
  const words = useWords(roleWords);
  const { capabilities } = useSession();
  const first = role?.capabilities ?? model?.capabilities.filter((one) => one !== '*') ?? [];
  const form = useRoleForm(
    { role, roles, onClose },
    first.filter((one) => covers(capabilities, [one])),
  );
  const { name, grants, isSame, isChanged } = form;
  const close = async () => {
    if (!isChanged || (await askToLeave())) onClose();
  };
  return (
    <FormDialog
      title={role ? words.open(role.name) : words.newRole}
      size="large"
      action={role ? words.save : words.create}
      onClose={() => void close()}
      onSubmit={form.save}
      disabledReason={role && isSame && words.unchanged}
    >
      {role ? (
        <>
          <p className="soft">{words.holders(role.users)}</p>
          <RoleActions role={role} onGone={onClose} />
        </>
      ) : (
        <TextField
          label={words.name}
          help={words.nameHelp}
          value={name}
          onChange={form.setName}
          error={form.nameError}
          maxLength={64}
          autoComplete="off"
          autoFocus
        />
      )}
      <GrantChoice
        legend={words.grants}
        help={words.grantsHelp}
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
    const words = wordsNow(roleWords);
    toast({ text: role ? words.saved : words.created(saved.name) });
    onClose();
    await peopleChanged();
    if (saved.name === mine) await refreshSession();
  };
  return { name, setName, nameError, grants, setGrants, isSame, isChanged, save };
}

/** Saving an existing name would change that role. */
function refusedName(name: string, roles: readonly Role[]): string | undefined {
  const words = wordsNow(roleWords);
  if (name === '') return words.nameMissing;
  return roles.some((role) => role.name === name) ? words.nameTaken : undefined;
}

function RoleActions({ role, onGone }: { readonly role: Role; readonly onGone?: () => void }) {
  const words = useWords(roleWords);
  const navigate = useNavigate();
  const removing = useAction(async () => {
    const isSure = await ask({
      title: words.removeTitle(role.name),
      text: words.removeText,
      action: words.removeIt,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.roles.delete({ name: role.name });
    toast({ text: words.removed(role.name) });
    onGone?.();
    await peopleChanged();
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
          {words.like}
        </Button>
        {onGone && (
          <Button
            size="small"
            icon={Trash2}
            isPending={removing.isPending}
            disabledReason={role.users > 0 && words.inUse}
            onPress={removing.run}
          >
            {words.remove}
          </Button>
        )}
      </div>
    </>
  );
}
