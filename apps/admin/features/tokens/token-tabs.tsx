import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { TabLinks } from '../../ui/index.ts';
import { tokenMessages } from './token-messages.ts';

export function TokenTabs(): ReactNode {
  const messages = useMessages(tokenMessages);
  return (
    <TabLinks
      label={messages.pages}
      tabs={[
        { label: messages.all, to: '/tokens' },
        { label: messages.services, to: '/service-accounts' },
      ]}
    />
  );
}
