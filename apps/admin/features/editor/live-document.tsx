import type { Change } from '@galley/sdk';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { listenForChanges } from '../../app/live-changes.ts';
import { useMessages } from '../../lib/messages.ts';
import { personName } from '../../lib/person-name.ts';
import { Button, Notice, toast, toastProblem } from '../../ui/index.ts';
import { combine } from './conflict/combine.ts';
import { useCause } from './conflict/use-cause.ts';
import { liveMessages } from './live-messages.ts';
import { getEditable, type EditableDocument } from './session/editable-document.ts';
import { splitSource } from './session/source-parts.ts';
import type { EditingSession } from './session/editing-session.ts';
import { adoptShared } from './room/adopt-shared.ts';
import { useEditing, useEditingState } from './use-editing.ts';

/** A save waits while the newest version is loaded. */
const maxLookMs = 5_000;

/** Shows changes by others within about a second: their text if there is no unsaved text, else an offer to merge. */
export function LiveDocument(): ReactNode {
  const messages = useMessages(liveMessages);
  const editing = useEditing();
  const causeOf = useCause();
  const [newer, setNewer] = useState<EditableDocument | null>(null);
  const [gone, setGone] = useState<Change | null>(null);
  const revision = useEditingState(({ detail }) => detail.revision);
  const names = useEditingState(({ detail }) => detail.names);
  const isComparing = useEditingState(({ conflict }) => conflict !== null);
  const isOffered = newer !== null && newer.revision !== revision && !isComparing;

  const show = (detail: EditableDocument) => {
    if (detail.revision === editing.state.get().detail.revision) {
      editing.updateDetail(detail);
    } else if (editing.room.isShared) {
      adoptShared(editing, detail, causeOf(detail.last_change, detail.names));
    } else if (editing.isDirty()) {
      setNewer(detail);
    } else {
      const before = { ...editing.currentText(), at: new Date().toISOString() };
      editing.replaceText(detail);
      const undo = () => editing.restore({ ...before, baseRevision: detail.revision });
      toast({
        text: `${causeOf(detail.last_change, detail.names)} ${messages.shown}`,
        tone: 'info',
        action: { label: messages.undo, onPress: undo },
      });
    }
  };
  const hear = useEffectEvent(async (change: Change) => {
    if (change.type === 'reset' || change.path === editing.path) {
      if (/^document\.(un)?locked$/.test(change.type))
        editing.lock.applyChange(change, editing.username);
      else if (/^document\.(trashed|removed)$/.test(change.type)) setGone(change);
      else await look(editing, change, show);
      if (change.type === 'document.restored') setGone(null);
    }
  });
  // A failed look is repeated by the next change; a save finds newer versions by itself.
  useEffect(() => listenForChanges((change) => void hear(change).catch(() => undefined)), []);

  const merge = async () => {
    const detail = await getEditable(editing.path);
    const merged = combine({
      base: editing.savedParts(),
      mine: editing.parts(),
      theirs: splitSource(detail.raw),
    });
    if (merged) {
      editing.adopt(detail, merged);
      setNewer(null);
      toast({ text: messages.merged });
    } else await editing.compare();
  };
  if (gone)
    return (
      <Notice
        tone="warn"
        title={messages[gone.type === 'document.trashed' ? 'trashed' : 'removed']({
          name: personName(names, gone.actor ?? ''),
        })}
      >
        {messages.goneText}
      </Notice>
    );
  if (!isOffered) return null;
  return (
    <Notice
      tone="warn"
      title={causeOf(newer.last_change, newer.names)}
      actions={
        <>
          <Button size="small" kind="primary" onPress={() => void merge().catch(toastProblem)}>
            {messages.merge}
          </Button>
          <Button size="small" onPress={() => void editing.compare().catch(toastProblem)}>
            {messages.compare}
          </Button>
        </>
      }
    >
      {messages.bothChanged}
    </Notice>
  );
}

/** Loads the document unless this page already has the change, such as its own save. */
async function look(
  editing: EditingSession,
  { revision, status }: Change,
  show: (detail: EditableDocument) => void,
): Promise<void> {
  // After a save in progress, whose own change this may be.
  await editing.backup.runExclusively(async () => {
    const { detail } = editing.state.get();
    if (revision !== null && revision === detail.revision && status === detail.status) return;
    const signal = AbortSignal.timeout(maxLookMs);
    show(await getEditable(editing.path, { background: true, signal }));
  });
  if (editing.isDirty()) editing.backup.schedule();
}
