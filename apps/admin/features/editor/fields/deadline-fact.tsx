import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../../app/session.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/index.ts';
import { DeadlineDialog, deadlineQuery, shownDay } from '../../documents/deadline-dialog.tsx';
import { deadlineMessages } from '../../documents/deadline-messages.ts';

interface Props {
  readonly path: string;
  readonly title: string;
  /** When the document was opened; later changes are loaded. */
  readonly dueOn: string | null;
}

/** The due date of a document, with a button to change it. */
export function DeadlineFact({ path, title, dueOn }: Props): ReactNode {
  const messages = useMessages(deadlineMessages);
  const session = useSession();
  const { data } = useQuery({
    ...deadlineQuery(path),
    initialData: dueOn,
    staleTime: Infinity,
  });
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="row">
      {data !== null && shownDay(data)}
      <Button
        size="small"
        disabledReason={!hasCapability(session, 'documents.assign') && messages.mayNot}
        onPress={() => setOpen(true)}
      >
        {messages.set}
      </Button>
      {isOpen && <DeadlineDialog path={path} title={title} onClose={() => setOpen(false)} />}
    </span>
  );
}
