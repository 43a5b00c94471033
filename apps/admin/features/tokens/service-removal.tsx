import { isProblem, type ServiceAccount, type UserInfo } from '@galley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, ComboField, FormDialog, Notice, Panel, toast } from '../../ui/index.ts';
import { invalidateTokens } from './queries.ts';
import { serviceMessages } from './token-messages.ts';

interface RemovalProps {
  readonly account: ServiceAccount;
  readonly users: readonly UserInfo[];
}

export function ServiceRemoval(
  props: RemovalProps & { readonly reason: string | undefined },
): ReactNode {
  const messages = useMessages(serviceMessages);
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title={messages.removal}
      actions={
        <Button
          icon={Trash2}
          size="small"
          disabledReason={props.reason}
          onPress={() => setOpen(true)}
        >
          {messages.remove}
        </Button>
      }
    >
      <p className="soft">{messages.removalText}</p>
      {isOpen && <RemovalDialog {...props} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

/** The server reports on the first attempt if the account has documents to hand over. */
function RemovalDialog({
  account: { username, name },
  users,
  onClose,
}: RemovalProps & { readonly onClose: () => void }): ReactNode {
  const messages = useMessages(serviceMessages);
  const navigate = useNavigate();
  const [documents, setDocuments] = useState<number>();
  const [successor, setSuccessor] = useState('');
  const remove = async () => {
    const reassign = successor === '' ? {} : { reassign_to: successor };
    try {
      await galley.serviceAccounts.delete({ username, ...reassign });
    } catch (problem) {
      if (!isProblem(problem, 'in_use') || documents !== undefined) throw problem;
      setDocuments(Number(problem.details['documents'] ?? 0));
      return;
    }
    toast({ text: messages.removed({ name }) });
    await navigate({ to: '/service-accounts' });
    await invalidateTokens();
  };
  return (
    <FormDialog
      title={messages.removeTitle({ name })}
      size="small"
      kind="danger"
      action={messages.remove}
      onClose={onClose}
      onSubmit={remove}
      disabledReason={documents !== undefined && successor === '' && messages.successorMissing}
    >
      <p>{messages.removeText}</p>
      {documents !== undefined && (
        <>
          <Notice tone="warn">{messages.owns({ count: documents })}</Notice>
          <ComboField
            label={messages.successor}
            value={successor}
            onChange={setSuccessor}
            options={users
              .filter(({ enabled }) => enabled)
              .map((one) => ({
                id: one.username,
                label: one.name || one.username,
                about: one.username,
              }))}
          />
        </>
      )}
    </FormDialog>
  );
}
