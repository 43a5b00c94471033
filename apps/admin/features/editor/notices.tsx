import { useEffect, type ReactNode } from 'react';
import { isProblem } from '@galley/sdk';
import { useSession } from '../../app/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, ErrorNotice, Notice, toast, toastProblem } from '../../ui/index.ts';
import styles from './editor.module.css';
import { hasDocumentCapability } from './document-capability.ts';
import { LiveDocument } from './live-document.tsx';
import { LockNotice } from './lock-notice.tsx';
import { RoomNotices } from './room/room-notices.tsx';
import { setReadOnly } from './text/make-view.ts';
import { useEditing, useEditingState } from './use-editing.ts';
import { PendingWriteNotice } from './pending-write-notice.tsx';
import { editorMessages } from './messages.ts';

export function Notices({ onMend }: { readonly onMend: () => void }): ReactNode {
  const messages = useMessages(editorMessages);
  const session = useSession();
  const mayWrite = useEditingState(({ detail }) =>
    hasDocumentCapability(session, 'documents.write', detail),
  );
  const problem = useEditingState((state) => state.problem);
  return (
    <div className={styles['notices']}>
      {!mayWrite && <Notice>{messages.readOnly}</Notice>}
      <LiveDocument />
      <RoomNotices mayWrite={mayWrite} />
      <LockGuard mayWrite={mayWrite} />
      <PendingWriteNotice />
      <RestoredNotice />
      <YamlErrorNotice onMend={onMend} />
      <DraftNotice />
      <UploadNotice />
      {problem !== null && !isProblem(problem, 'document_locked') && (
        <ErrorNotice title={messages.saveRefused} error={problem} />
      )}
    </div>
  );
}

function LockGuard({ mayWrite }: { readonly mayWrite: boolean }): ReactNode {
  const { view } = useEditing();
  const lock = useEditingState((state) => state.lock);
  const isHeld = lock.state === 'theirs' || lock.state === 'taken';
  useEffect(() => setReadOnly(view, isHeld || !mayWrite), [view, isHeld, mayWrite]);
  return isHeld && mayWrite && <LockNotice lock={lock} />;
}

function RestoredNotice(): ReactNode {
  const messages = useMessages(editorMessages);
  const editing = useEditing();
  const restored = useEditingState((state) => state.restored);
  if (!restored) return null;
  const { at, isStale } = restored;
  const discard = async () => {
    await editing.discard();
    toast({
      text: messages.discarded,
      tone: 'info',
      action: { label: messages.undo, onPress: () => editing.undoDiscard() },
    });
  };
  return (
    <Notice
      tone={isStale ? 'warn' : 'info'}
      title={messages.restored({ when: formatDateTime(at) })}
      actions={
        <>
          {isStale && (
            <Button size="small" onPress={() => void editing.compare().catch(toastProblem)}>
              {messages.compare}
            </Button>
          )}
          <Button size="small" onPress={() => void discard()}>
            {messages.discard}
          </Button>
          <Button size="small" kind="quiet" onPress={() => editing.dismissRestoredNotice()}>
            {messages.keepIt}
          </Button>
        </>
      }
    >
      {isStale ? messages.restoredStale : messages.restoredText}
    </Notice>
  );
}

function UploadNotice(): ReactNode {
  const messages = useMessages(editorMessages);
  const { prompts } = useEditing();
  const coming = useStore(prompts.pictures).filter(({ item }) => item === null);
  if (coming.length === 0) return null;
  return (
    <Notice>{messages.bringing({ names: coming.map(({ file }) => file.name).join(', ') })}</Notice>
  );
}

function DraftNotice(): ReactNode {
  const messages = useMessages(editorMessages);
  const problem = useEditingState(({ detail }) => detail.problem);
  const isBroken = useEditingState(({ yamlProblem }) => yamlProblem !== null);
  if (!problem || isBroken) return null;
  return <Notice title={messages.notPublic}>{problem.message}</Notice>;
}

function YamlErrorNotice({ onMend }: { readonly onMend: () => void }): ReactNode {
  const messages = useMessages(editorMessages);
  const broken = useEditingState(({ yamlProblem }) => yamlProblem);
  if (!broken) return null;
  return (
    <Notice
      tone="bad"
      title={messages.fileBroken}
      actions={
        <Button size="small" onPress={onMend}>
          {messages.mend}
        </Button>
      }
    >
      {messages.fileBrokenText({ line: broken.line, message: broken.message })}
    </Notice>
  );
}
