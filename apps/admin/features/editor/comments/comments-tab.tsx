import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react';
import { ThreadList } from '../../comments/thread-list.tsx';
import { ThreadPanel, type ListedThreads } from '../../comments/thread-panel.tsx';
import { useStore } from '../../../lib/store.ts';
import { useDebouncedText, useEditing, useEditingState } from '../use-editing.ts';
import { acceptThreads } from './accept-threads.ts';
import { DecideAll } from './decide-all.tsx';
import { NewThread } from './new-thread.tsx';
import { passageMarks } from './passage-marks.ts';
import { orderInText } from './thread-places.ts';

export function CommentsTab({ onShow }: { readonly onShow: () => void }): ReactNode {
  const path = useEditingState(({ detail }) => detail.path);
  const { commenting } = useEditing().prompts;
  const draft = useStore(commenting.draft);
  const canComment = useStore(commenting.canComment);
  return (
    <ThreadPanel
      path={path}
      canComment={canComment}
      draft={draft && <NewThread key={draft} kind={draft} />}
    >
      {(shown) => <Threads {...shown} path={path} onShow={onShow} />}
    </ThreadPanel>
  );
}

function Threads(
  props: ListedThreads & { readonly path: string; readonly onShow: () => void },
): ReactNode {
  const { path, filter, threads, names, onShow } = props;
  const editing = useEditing();
  const { commenting } = editing.prompts;
  const active = useStore(commenting.active);
  useDebouncedText();
  useStore(commenting.marked);
  const list = useRef<HTMLOListElement>(null);
  useActiveThread(list);
  const { passages } = editing.view.state.field(passageMarks);
  const show = (id: string) => () => {
    onShow();
    commenting.show(editing.view, id);
  };
  return (
    <>
      <DecideAll threads={threads} />
      <ThreadList
        path={path}
        filter={filter}
        threads={orderInText(threads, passages)}
        names={names}
        active={active}
        listRef={list}
        onShow={({ id }) => (passages.has(id) ? show(id) : undefined)}
        onAccept={(thread) => acceptThreads(editing, [thread])}
      />
    </>
  );
}

/** Leads from the text to its thread. */
function useActiveThread(list: RefObject<HTMLOListElement | null>): void {
  const { commenting } = useEditing().prompts;
  const wishes = useStore(commenting.wishes);
  const active = useStore(commenting.active);
  const card = () =>
    active === null
      ? null
      : list.current?.querySelector<HTMLElement>(`[data-thread-card="${CSS.escape(active)}"]`);
  const focus = useEffectEvent(() => card()?.focus());
  useEffect(() => {
    if (wishes > 0) focus();
  }, [wishes]);
  const scroll = useEffectEvent(() => card()?.scrollIntoView({ block: 'nearest' }));
  useEffect(() => {
    scroll();
  }, [active]);
}
