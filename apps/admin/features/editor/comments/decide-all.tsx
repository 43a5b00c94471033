import type { CommentThread } from '@galley/sdk';
import type { ReactNode } from 'react';
import { threadMessages } from '../../comments/thread-messages.ts';
import { canAccept, refreshThreads } from '../../comments/thread-queries.ts';
import { galley } from '../../../lib/galley.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Button, confirmAction, toastProblem } from '../../../ui/index.ts';
import { useEditing } from '../use-editing.ts';
import { acceptThreads } from './accept-threads.ts';

export function DecideAll({ threads }: { readonly threads: readonly CommentThread[] }): ReactNode {
  const messages = useMessages(threadMessages);
  const editing = useEditing();
  const decidable = threads.filter((thread) => thread.may_decide);
  const acceptable = threads.filter(canAccept);
  if (decidable.length < 2) return null;
  const acceptAll = async () => {
    const count = acceptable.length;
    const { acceptAllText: text } = messages;
    const title = messages.acceptAllTitle({ count });
    const action = messages.acceptAll({ count });
    if (await confirmAction({ title, text, action })) await acceptThreads(editing, acceptable);
  };
  const rejectAll = async () => {
    const count = decidable.length;
    const { rejectAllText: text } = messages;
    const title = messages.rejectAllTitle({ count });
    const action = messages.rejectAll({ count });
    if (!(await confirmAction({ title, text, action, kind: 'danger' }))) return;
    const { path } = editing;
    await galley.comments.reject({ path, threads: decidable.map(({ id }) => id) });
    await refreshThreads(path);
  };
  return (
    <div className="row">
      {acceptable.length > 0 && (
        <Button size="small" onPress={() => void acceptAll().catch(toastProblem)}>
          {messages.acceptAll({ count: acceptable.length })}
        </Button>
      )}
      <Button size="small" onPress={() => void rejectAll().catch(toastProblem)}>
        {messages.rejectAll({ count: decidable.length })}
      </Button>
    </div>
  );
}
