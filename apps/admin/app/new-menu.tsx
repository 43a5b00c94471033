import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, FilePlus2, ImageUp, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { isNewDocumentOpen } from '../features/documents/new-document-store.ts';
import { useMessages } from '../lib/messages.ts';
import { IconButton, Menu, toastProblem, type MenuAction } from '../ui/index.ts';
import { appMessages } from './messages.ts';
import { hasCapability, useSession } from './session.ts';

/** Kinds of things that the user may create, beside the button for a document. */
export function NewMenu(): ReactNode {
  const messages = useMessages(appMessages);
  const session = useSession();
  const navigate = useNavigate();
  const mayCreate = hasCapability(session, 'documents.create', true);
  const mayUpload = hasCapability(session, 'media.write');
  const send = async (chosen: readonly File[]) => {
    const { addUploads } = await import('../features/media/upload-queue.ts');
    // Uploads go to the folder of the month; the media library shows their progress.
    addUploads(chosen, undefined);
    await navigate({ to: '/media' });
  };
  const upload: MenuAction = {
    id: 'upload',
    label: messages.newUpload,
    icon: ImageUp,
    onAction: () => chooseFiles((chosen) => void send(chosen).catch(toastProblem)),
  };
  const person: MenuAction = {
    id: 'person',
    label: messages.newPerson,
    icon: UserPlus,
    onAction: () => void navigate({ to: '/people', search: { new: 1 } }),
  };
  const mayInvite = hasCapability(session, 'users.manage');
  const actions = [...(mayUpload ? [upload] : []), ...(mayInvite ? [person] : [])];
  if (actions.length === 0) return null;
  const newDocument: MenuAction = {
    id: 'document',
    label: messages.newDocument,
    icon: FilePlus2,
    shortcut: 'n',
    onAction: () => isNewDocumentOpen.set(true),
  };
  return (
    <Menu label={messages.newThing} actions={mayCreate ? [newDocument, ...actions] : actions}>
      <IconButton icon={ChevronDown} className="top-new-more">
        {messages.newThing}
      </IconButton>
    </Menu>
  );
}

function chooseFiles(onChosen: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.onchange = () => onChosen(Array.from(input.files ?? []));
  input.click();
}
