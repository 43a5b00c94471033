import type { CommentThread } from '@galley/sdk';
import { threadMessages } from '../../comments/thread-messages.ts';
import { refreshThreads } from '../../comments/thread-queries.ts';
import { galley } from '../../../lib/galley.ts';
import { currentMessages } from '../../../lib/messages.ts';
import { toast } from '../../../ui/index.ts';
import { getEditable } from '../session/editable-document.ts';
import type { EditingSession } from '../session/editing-session.ts';
import { markPassages, passageMarks } from './passage-marks.ts';
import { wordsOf } from './thread-places.ts';

/** In a saved text, the server accepts and saves. Into unsaved text they are ordinary edits, which the next save contains. */
export async function acceptThreads(
  editing: EditingSession,
  threads: readonly CommentThread[],
): Promise<void> {
  const messages = currentMessages(threadMessages);
  if (editing.isDirty()) {
    acceptLocally(editing, threads);
    toast({ text: messages.acceptedUnsaved });
    return;
  }
  const { path, lock } = editing;
  await editing.backup.runExclusively(async () => {
    await galley.comments.accept({
      path,
      threads: threads.map(({ id }) => id),
      ...(lock.token !== undefined && { lock_token: lock.token }),
    });
    editing.replaceText(await getEditable(path));
  });
  await refreshThreads(path);
  toast({ text: messages.acceptedNow });
}

function acceptLocally({ view }: EditingSession, threads: readonly CommentThread[]): void {
  const { passages } = view.state.field(passageMarks);
  const edits = threads
    .flatMap(({ id, quote, replacement }) => {
      const place = passages.get(id);
      const isSame = wordsOf(view, id) === quote;
      return place && isSame && replacement !== null ? [{ ...place, id, insert: replacement }] : [];
    })
    .toSorted((one, other) => one.from - other.from);
  const apart = edits.filter(({ from }, at) => at === 0 || from >= edits[at - 1]!.to);
  view.dispatch({
    changes: apart.map(({ from, to, insert }) => ({ from, to, insert })),
    effects: markPassages.of(new Map(apart.map(({ id }) => [id, null]))),
    userEvent: 'input.suggestion',
  });
}
