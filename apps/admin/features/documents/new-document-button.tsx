import { useRouterState } from '@tanstack/react-router';
import { FilePlus2, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import type { Search } from '../../lib/address.ts';
import { useCommands } from '../../lib/commands.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useStore } from '../../lib/store.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/index.ts';
import { parseFilters } from './filters.ts';
import { documentMessages } from './messages.ts';
import { isNewDocumentOpen } from './new-document-store.ts';

const NewDocumentDialog = lazy(() =>
  import('./new-document.tsx').then((file) => ({ default: file.NewDocumentDialog })),
);

const keys = 'n';

const setOpen = (isOpen: boolean) => isNewDocumentOpen.set(isOpen);

/** On every page, for people who may create documents. */
export function NewDocumentButton(): ReactNode {
  return hasCapability(useSession(), 'documents.create', true) && <AllowedButton />;
}

function AllowedButton(): ReactNode {
  const messages = useMessages(documentMessages);
  const isOpen = useStore(isNewDocumentOpen);
  const type = useListedType();
  useShortcut({ keys, label: messages.newDocument, run: () => setOpen(true), isGlobal: true });
  const commands = useMemo(
    () => [
      {
        id: 'new-document',
        label: messages.newDocument,
        icon: FilePlus2,
        shortcut: keys,
        run: () => setOpen(true),
      },
    ],
    [messages.newDocument],
  );
  useCommands(commands);
  return (
    <>
      <Button icon={Plus} className="top-new" shortcut={keys} onPress={() => setOpen(true)}>
        {messages.newDocument}
      </Button>
      {isOpen && (
        <Suspense>
          <NewDocumentDialog
            onClose={() => setOpen(false)}
            {...(type !== '' && { beginning: { type } })}
          />
        </Suspense>
      )}
    </>
  );
}

/** The type that the open list of documents is filtered by. */
function useListedType(): string {
  return useRouterState({
    select: ({ location: { pathname, search } }) =>
      pathname === '/documents' ? parseFilters(search as Search).type : '',
  });
}
