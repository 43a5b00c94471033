import { useEffect, useState, type ReactNode } from 'react';
import { useSession } from '../../app/session.ts';
import { usePageTitle } from '../../ui/index.ts';
import { EditorLayout } from './editor-layout.tsx';
import { mayHere } from './may-write.ts';
import { earlierText, type Opened } from './opened.ts';
import { Editing } from './session/editing.ts';
import { lookAfter } from './session/look-after.ts';
import { makeTextView } from './text/make-view.ts';
import { EditingContext, useEditingState } from './use-editing.ts';

export function EditorScreen({ opened }: { readonly opened: Opened }): ReactNode {
  const session = useSession();
  const [editing] = useState(() => {
    const { detail } = opened;
    const { username } = session;
    const made = new Editing({ detail, username, makeView: makeTextView });
    const isMine = mayHere(session, 'documents.write', detail);
    const earlier = isMine ? earlierText(opened, username) : undefined;
    if (earlier) made.restore(earlier);
    return made;
  });
  useEffect(() => lookAfter(editing), [editing]);
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
