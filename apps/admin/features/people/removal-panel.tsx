import { isProblem, type UserInfo } from '@galley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, ComboField, FormDialog, Notice, Panel, toast } from '../../ui/index.ts';
import { isLastAdmin, invalidatePeople } from './queries.ts';
import { peopleMessages } from './messages.ts';

interface RemovalProps {
  readonly user: UserInfo;
  readonly users: readonly UserInfo[];
  readonly reason: string | undefined;
}

export function RemovalPanel({ user, users, reason }: RemovalProps): ReactNode {
  const messages = useMessages(peopleMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={messages.removal}
      actions={
        <Button
          icon={Trash2}
          size="small"
          disabledReason={reason ?? (isLastAdmin(user, users) && messages.lastAdmin)}
          onPress={() => setOpen(true)}
        >
          {messages.remove}
        </Button>
      }
    >
      <p className="soft">{messages.removalText}</p>
      {isOpen && <RemovalDialog user={user} users={users} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

/** The server reports on the first attempt if the user has documents to hand over. */
function RemovalDialog(props: {
  readonly user: UserInfo;
  readonly users: readonly UserInfo[];
  readonly onClose: () => void;
}): ReactNode {
  const { user, users, onClose } = props;
  const messages = useMessages(peopleMessages);
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
    toast({ text: messages.removed({ name }) });
    await navigate({ to: '/people' });
    await invalidatePeople();
  };
  return (
    <FormDialog
      title={messages.removeTitle({ name })}
      size="small"
      kind="danger"
      action={messages.removeIt}
      onClose={onClose}
      onSubmit={remove}
      disabledReason={documents !== null && successor === '' && messages.successorMissing}
    >
      <p>{messages.removeForGood}</p>
      {documents !== null && (
        <>
          <Notice tone="warn">{messages.owns({ name, count: documents })}</Notice>
          {others.length === 0 ? (
            <p>{messages.noSuccessor}</p>
          ) : (
            <ComboField
              label={messages.successor}
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
