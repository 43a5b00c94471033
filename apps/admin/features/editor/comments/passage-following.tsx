import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquarePlus, PencilLine } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { threadMessages } from '../../comments/thread-messages.ts';
import { threadsQuery } from '../../comments/thread-queries.ts';
import { useSession } from '../../../app/session.ts';
import { hasDocumentCapability } from '../document-capability.ts';
import { useCommands } from '../../../lib/commands.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useStore } from '../../../lib/store.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import type { Layout } from '../use-layout.ts';
import { markPassages } from './passage-marks.ts';
import './passages.css';
import { placeThreads } from './thread-places.ts';

/** Marks the passages of open threads in the text, whether the panel is shown or not, and opens it on demand. */
export function usePassages({ showTab }: Pick<Layout, 'showTab'>): void {
  const messages = useMessages(threadMessages);
  const editing = useEditing();
  const { view, prompts, debouncedChange } = editing;
  const { commenting } = prompts;
  const path = useEditingState(({ detail }) => detail.path);
  const revision = useEditingState(({ detail }) => detail.revision);
  const wishes = useStore(commenting.wishes);
  const session = useSession();
  const canComment = useEditingState(({ detail }) =>
    hasDocumentCapability(session, 'documents.comment', detail),
  );
  useEffect(() => commenting.canComment.set(canComment), [commenting, canComment]);
  const typed = useStore(debouncedChange);
  const { data } = useInfiniteQuery(threadsQuery(path, 'open'));
  useEffect(() => {
    const [page] = data?.pages ?? [];
    if (!data || !page) return;
    const threads = data.pages.flatMap(({ items }) => items);
    const news = placeThreads(editing, { revision: page.revision, threads });
    if (news.size === 0) return;
    view.dispatch({ effects: markPassages.of(news) });
    commenting.marked.set((count) => count + 1);
  }, [data, editing, commenting, revision, typed, view]);
  const open = useEffectEvent(() => showTab('comments'));
  useEffect(() => {
    if (wishes > 0) open();
  }, [wishes]);
  useCommands(
    useMemo(
      () =>
        !canComment
          ? []
          : [
              {
                id: 'comment-on-passage',
                label: messages.commentOnPassage,
                icon: MessageSquarePlus,
                run: () => commenting.begin(view, 'comment'),
              },
              {
                id: 'suggest-edit',
                label: messages.suggestEdit,
                icon: PencilLine,
                run: () => commenting.begin(view, 'suggestion'),
              },
            ],
      [messages, commenting, view, canComment],
    ),
  );
}
