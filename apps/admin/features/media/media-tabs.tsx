import type { ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { useWords } from '../../lib/words.ts';
import { TabLinks } from '../../ui/index.ts';
import { mediaWords } from './words.ts';

/** Tabs for library and trash, shown to users who may restore files. */
export function MediaTabs(): ReactNode {
  const words = useWords(mediaWords);
  const session = useSession();
  if (!may(session, 'media.lifecycle')) return null;
  return (
    <TabLinks
      label={words.pages}
      tabs={[
        { label: words.library, to: '/media' },
        { label: words.trash, to: '/media/trash' },
      ]}
    />
  );
}
