import { useEffect, useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { usePageTitle } from '../../ui/index.ts';
import { EditorLayout } from './editor-layout.tsx';
import { hasDocumentCapability } from './document-capability.ts';
import { findUnsavedText, type OpenedDocument } from './opened-document.ts';
import { EditingSession } from './session/editing-session.ts';
import { startEditing } from './session/start-editing.ts';
import type { TextHooks } from './session/text-hooks.ts';
import { makeTextView } from './text/make-view.ts';
import { EditingContext, useEditingState } from './use-editing.ts';

export function EditorScreen({ opened }: { readonly opened: OpenedDocument }): ReactNode {
  const session = useSession();
  const [editing] = useState(() => {
    const { detail } = opened;
    const { username } = session;
    const makeView = (text: string, hooks: TextHooks) =>
      makeTextView(text, { ...hooks, lang: detail.lang });
    const made = new EditingSession({ detail, username, makeView });
    const isMine = hasDocumentCapability(session, 'documents.write', detail);
    const earlier = isMine ? findUnsavedText(opened, username) : undefined;
    if (earlier) made.restore(earlier);
    return made;
  });
  useEffect(() => startEditing(editing), [editing]);
  return (
    <EditingContext value={editing}>
      <Title />
      <EditorLayout />
    </EditingContext>
  );
}

function Title(): ReactNode {
  const title = useEditingState(({ values, detail }) =>
    typeof values['title'] === 'string' && values['title'] ? values['title'] : detail.title,
  );
  const path = useEditingState(({ detail }) => detail.path);
  usePageTitle(title || path);
  return null;
}
