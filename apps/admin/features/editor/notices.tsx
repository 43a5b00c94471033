import { useEffect, type ReactNode } from 'react';
import { isProblem } from '@galley/sdk';
import { useSession } from '../../app/session.ts';
import { dateTime } from '../../lib/format.ts';
import { useStore } from '../../lib/store.ts';
import { useWords } from '../../lib/words.ts';
import { Button, ErrorNotice, Notice, toast, toastProblem } from '../../ui/index.ts';
import styles from './editor.module.css';
import { mayHere } from './may-write.ts';
import { HeldNotice } from './held-notice.tsx';
import { setReadOnly } from './text/make-view.ts';
import { useEditing, useEditingState } from './use-editing.ts';
import { UnwrittenNotice } from './unwritten-notice.tsx';
import { editorWords } from './words.ts';

export function Notices({ onMend }: { readonly onMend: () => void }): ReactNode {
  const words = useWords(editorWords);
  const session = useSession();
  const mayWrite = useEditingState(({ detail }) => mayHere(session, 'documents.write', detail));
  const problem = useEditingState((state) => state.problem);
  return (
    <div className={styles['notices']}>
      {!mayWrite && <Notice>{words.readOnly}</Notice>}
      <LockNotice mayWrite={mayWrite} />
      <UnwrittenNotice />
      <RestoredNotice />
      <BrokenNotice onMend={onMend} />
      <DraftNotice />
      <IncomingNotice />
      {problem !== null && !isProblem(problem, 'document_locked') && (
        <ErrorNotice title={words.saveRefused} error={problem} />
      )}
    </div>
  );
}

function LockNotice({ mayWrite }: { readonly mayWrite: boolean }): ReactNode {
  const { view } = useEditing();
  const lock = useEditingState((state) => state.lock);
  const isHeld = lock.state === 'theirs' || lock.state === 'taken';
  useEffect(() => setReadOnly(view, isHeld || !mayWrite), [view, isHeld, mayWrite]);
  return isHeld && mayWrite && <HeldNotice lock={lock} />;
}

function RestoredNotice(): ReactNode {
  const words = useWords(editorWords);
  const editing = useEditing();
  const restored = useEditingState((state) => state.restored);
  if (!restored) return null;
  const { at, isStale } = restored;
  const discard = async () => {
    await editing.discard();
    toast({
      text: words.discarded,
      tone: 'info',
      action: { label: words.undo, onPress: () => editing.undoDiscard() },
    });
  };
  return (
    <Notice
      tone={isStale ? 'warn' : 'info'}
      title={words.restored(dateTime(at))}
      actions={
        <>
          {isStale && (
            <Button size="small" onPress={() => void editing.compare().catch(toastProblem)}>
              {words.compare}
            </Button>
          )}
          <Button size="small" onPress={() => void discard()}>
            {words.discard}
          </Button>
          <Button size="small" kind="quiet" onPress={() => editing.putAwayNotice()}>
            {words.keepIt}
          </Button>
        </>
      }
    >
      {isStale ? words.restoredStale : words.restoredText}
    </Notice>
  );
}

function IncomingNotice(): ReactNode {
  const words = useWords(editorWords);
  const { asking } = useEditing();
  const coming = useStore(asking.pictures).filter(({ item }) => item === null);
  if (coming.length === 0) return null;
  return <Notice>{words.bringing(coming.map(({ file }) => file.name).join(', '))}</Notice>;
}

/** Reason why a file from another system is a draft. */
function DraftNotice(): ReactNode {
  const words = useWords(editorWords);
  const problem = useEditingState(({ detail }) => detail.problem);
  const isBroken = useEditingState(({ yamlProblem }) => yamlProblem !== null);
  if (!problem || isBroken) return null;
  return <Notice title={words.notPublic}>{problem.message}</Notice>;
}

function BrokenNotice({ onMend }: { readonly onMend: () => void }): ReactNode {
  const words = useWords(editorWords);
  const broken = useEditingState(({ yamlProblem }) => yamlProblem);
  if (!broken) return null;
  return (
    <Notice
      tone="bad"
      title={words.fileBroken}
      actions={
        <Button size="small" onPress={onMend}>
          {words.mend}
        </Button>
      }
    >
      {words.fileBrokenText(broken.line, broken.message)}
    </Notice>
  );
}
