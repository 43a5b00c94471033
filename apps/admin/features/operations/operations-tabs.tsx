import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { TabLinks } from '../../ui/index.ts';
import { operationsMessages } from './messages.ts';

export function OperationsTabs(): ReactNode {
  const messages = useMessages(operationsMessages);
  return (
    <TabLinks
      label={messages.pages}
      tabs={[
        { label: messages.health, to: '/operations' },
        { label: messages.builds, to: '/operations/builds' },
        { label: messages.backups, to: '/operations/backups' },
        { label: messages.git, to: '/operations/git' },
        { label: messages.imports, to: '/operations/import' },
        { label: messages.webhooks, to: '/operations/webhooks' },
        { label: messages.mail, to: '/operations/mail' },
      ]}
    />
  );
}
