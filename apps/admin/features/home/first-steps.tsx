import { PenLine, Sprout } from 'lucide-react';
import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, EmptyState } from '../../ui/index.ts';
import { isNewDocumentOpen } from '../documents/new-document-store.ts';
import { homeMessages } from './messages.ts';

/** For people who do not set up the site. */
export function FirstSteps(): ReactNode {
  const messages = useMessages(homeMessages);
  const session = useSession();
  const mayWrite = hasCapability(session, 'documents.create', true);
  if (!mayWrite)
    return (
      <section className="panel">
        <EmptyState icon={Sprout} title={messages.nothingYet}>
          {messages.nothingYetText}
        </EmptyState>
      </section>
    );
  return (
    <section className="panel">
      <EmptyState
        icon={PenLine}
        title={hasCapability(session, 'documents.read') ? messages.noneYet : messages.noneOwnYet}
        actions={
          <Button kind="primary" onPress={() => isNewDocumentOpen.set(true)}>
            {messages.writeFirst}
          </Button>
        }
      >
        {messages.writeFirstText}
      </EmptyState>
    </section>
  );
}
