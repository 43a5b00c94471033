import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../../app/session.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/index.ts';
import { DeadlineDialog, deadlineQuery, shownDay } from '../../documents/deadline-dialog.tsx';
import { deadlineMessages } from '../../documents/deadline-messages.ts';

/** The due date of a document, with a button to change it. */
export function DeadlineFact(props: { readonly path: string; readonly title: string }): ReactNode {
  const { path, title } = props;
  const messages = useMessages(deadlineMessages);
  const session = useSession();
  const { data } = useQuery(deadlineQuery(path));
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="row">
      {data && shownDay(data.due_on)}
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
