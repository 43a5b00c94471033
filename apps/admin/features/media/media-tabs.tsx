import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { useMessages } from '../../lib/messages.ts';
import { TabLinks } from '../../ui/index.ts';
import { mediaMessages } from './messages.ts';

export function MediaTabs(): ReactNode {
  const messages = useMessages(mediaMessages);
  const session = useSession();
  if (!hasCapability(session, 'media.lifecycle')) return null;
  return (
    <TabLinks
      label={messages.pages}
      tabs={[
        { label: messages.library, to: '/media' },
        { label: messages.trash, to: '/media/trash' },
      ]}
    />
  );
}
