import type { ReactNode } from 'react';
import { useShortcut } from '../../../lib/shortcuts.ts';
import { useStore } from '../../../lib/store.ts';
import { useWords } from '../../../lib/words.ts';
import { asked } from '../text/asked.ts';
import { textWords } from '../text/text-words.ts';
import { AltDialog } from './alt-dialog.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MessageDialog } from './message-dialog.tsx';
import { openDialog } from './open-dialog.ts';
import { PictureDialog } from './picture-dialog.tsx';
import { PreviewLinkDialog } from './preview-link-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

/** What lies over the page when it is asked for. */
export function EditorDialogs(): ReactNode {
  const words = useWords(textWords);
  const name = useStore(openDialog);
  const question = useStore(asked);
  useShortcut({ keys: 'mod+shift+k', label: words.link, run: () => asked.set('link') });
  const ask = () => asked.set(null);
  const close = () => openDialog.set(null);
  return (
    <>
      {name === 'schedule' && <ScheduleDialog onClose={close} />}
      {name === 'assign' && <AssignDialog onClose={close} />}
      {name === 'previewLink' && <PreviewLinkDialog onClose={close} />}
      {name === 'duplicate' && <DuplicateDialog onClose={close} />}
      {name === 'message' && <MessageDialog onClose={close} />}
      {question === 'link' && <LinkDialog onClose={ask} />}
      {question === 'image' && <PictureDialog onClose={ask} />}
      {question !== null && typeof question !== 'string' && (
        <AltDialog item={question} onClose={ask} />
      )}
    </>
  );
}
