import { Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/index.ts';
import { NewRunDialog } from './run-dialogs.tsx';
import { controlMessages } from './messages.ts';

/** Starts a run, also beside others. */
export function NewRun(): ReactNode {
  const messages = useMessages(controlMessages);
  const session = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon={Plus}
        kind="primary"
        disabledReason={!hasCapability(session, 'runs.control') && messages.needsControl}
        onPress={() => setOpen(true)}
      >
        {messages.newRun}
      </Button>
      {isOpen && <NewRunDialog onClose={() => setOpen(false)} />}
    </>
  );
}
