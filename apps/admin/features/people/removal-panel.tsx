import { isProblem, type UserInfo } from '@galley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { Button, ComboField, FormDialog, Notice, Panel, toast } from '../../ui/index.ts';
import { isLastAdmin, peopleChanged } from './queries.ts';
import { peopleWords } from './words.ts';

interface RemovalProps {
  readonly user: UserInfo;
  readonly users: readonly UserInfo[];
  readonly reason: string | undefined;
}

export function RemovalPanel({ user, users, reason }: RemovalProps): ReactNode {
  const words = useWords(peopleWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={words.removal}
      actions={
        <Button
          icon={Trash2}
          size="small"
          disabledReason={reason ?? (isLastAdmin(user, users) && words.lastAdmin)}
          onPress={() => setOpen(true)}
        >
          {words.remove}
        </Button>
      }
    >
      <p className="soft">{words.removalText}</p>
      {isOpen && <RemovalDialog user={user} users={users} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

/** Asks for a successor if the user has documents to hand over, which the server reports on the first attempt. */
function RemovalDialog(props: {
  readonly user: UserInfo;
  readonly users: readonly UserInfo[];
  readonly onClose: () => void;
}): ReactNode {
  const { user, users, onClose } = props;
  const words = useWords(peopleWords);
  const navigate = useNavigate();
  const [documents, setDocuments] = useState<number | null>(null);
  const [successor, setSuccessor] = useState('');
  const others = users.filter((one) => one.enabled && one.username !== user.username);
  const name = user.name || user.username;
  const remove = async () => {
    const { username } = user;
    try {
      await galley.users.delete({ username, ...(successor && { reassign_to: successor }) });
    } catch (problem) {
      if (!isProblem(problem, 'in_use') || documents !== null) throw problem;
      setDocuments(Number(problem.details['documents'] ?? 0));
      return;
    }
    toast({ text: words.removed(name) });
    await navigate({ to: '/people' });
    await peopleChanged();
  };
  return (
    <FormDialog
      title={words.removeTitle(name)}
      size="small"
      kind="danger"
      action={words.removeIt}
      onClose={onClose}
      onSubmit={remove}
      disabledReason={documents !== null && successor === '' && words.successorMissing}
    >
      <p>{words.removeForGood}</p>
      {documents !== null && (
        <>
          <Notice tone="warn">{words.owns(name, documents)}</Notice>
          {others.length === 0 ? (
            <p>{words.noSuccessor}</p>
          ) : (
            <ComboField
              label={words.successor}
              value={successor}
              onChange={setSuccessor}
              options={others.map((one) => ({
                id: one.username,
                label: one.name || one.username,
                about: `${one.username} · ${one.role}`,
              }))}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
