import { OctagonX } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, FormDialog, TextField, toast } from '../../ui/index.ts';
import { controlMessages } from './messages.ts';
import { refreshRuns } from './queries.ts';
import { sessionMessages } from './session-messages.ts';
import { useWorkspace } from './workspace.tsx';

interface Turn {
  readonly turn: string;
  readonly agent: string;
}

/** Stops one turn while the run continues. */
export function StopTurn(props: Turn & { readonly size?: 'small' }): ReactNode {
  const { turn, agent, size } = props;
  const messages = useMessages(sessionMessages);
  const text = useMessages(controlMessages);
  const session = useSession();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button
        icon={OctagonX}
        {...(size && { size })}
        disabledReason={!hasCapability(session, 'runs.control') && text.needsControl}
        onPress={() => setAsked(true)}
      >
        {messages.stopTurn}
      </Button>
      {isAsked && <StopTurnDialog turn={turn} agent={agent} onClose={() => setAsked(false)} />}
    </>
  );
}

function StopTurnDialog(props: Turn & { readonly onClose: () => void }): ReactNode {
  const { turn, agent, onClose } = props;
  const messages = useMessages(sessionMessages);
  const id = useWorkspace();
  const [reason, setReason] = useState('');
  const stop = async () => {
    const why = reason.trim();
    await galley.turns.stop({ id, turn, ...(why !== '' && { reason: why }) });
    toast({ text: messages.didStopTurn });
    onClose();
    await refreshRuns();
  };
  return (
    <FormDialog
      title={messages.stopTitle({ who: agent })}
      role="alertdialog"
      size="small"
      action={messages.stopTurn}
      kind="danger"
      onClose={onClose}
      onSubmit={stop}
    >
      <p>{messages.stopText}</p>
      <TextField
        label={messages.stopWhy}
        help={messages.stopWhyHelp}
        maxLength={900}
        value={reason}
        onChange={setReason}
        autoFocus
      />
    </FormDialog>
  );
}
