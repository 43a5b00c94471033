import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { personName } from '../../../lib/person-name.ts';
import { useStore } from '../../../lib/store.ts';
import { Button, Notice, toastProblem } from '../../../ui/index.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { roomMessages } from './room-messages.ts';

/** Joins the room of the document, and asks where two versions of the same lines met. */
export function RoomNotices({ mayWrite }: { readonly mayWrite: boolean }): ReactNode {
  const messages = useMessages(roomMessages);
  const editing = useEditing();
  const { ownVersion, clashWith } = useStore(editing.room.state);
  const names = useEditingState(({ detail }) => detail.names);
  const navigate = useNavigate();
  const onMoved = useEffectEvent((path: string) => {
    void navigate({ to: '/edit/$', params: { _splat: path }, replace: true });
  });
  useEffect(() => {
    if (!mayWrite) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    void import('./room-session.ts').then(({ RoomSession }) => {
      if (isOver) return;
      const session = new RoomSession(editing, onMoved);
      stop = () => session.stop();
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [editing, mayWrite]);
  const set = (next: object) => editing.room.state.set((state) => ({ ...state, ...next }));
  const compare = async () => {
    set({ clashWith: null });
    await editing.compare().catch(toastProblem);
  };
  return (
    <>
      {ownVersion !== null && (
        <Notice
          tone="warn"
          title={messages.ownTitle}
          actions={
            <>
              <Button size="small" onPress={() => editing.room.chooseVersion(true)}>
                {messages.useOwn}
              </Button>
              <Button size="small" kind="quiet" onPress={() => editing.room.chooseVersion(false)}>
                {messages.keepTheirs}
              </Button>
            </>
          }
        >
          {messages.ownText}
        </Notice>
      )}
      {clashWith !== null && (
        <Notice
          tone="warn"
          title={messages.clashTitle({ name: personName(names, clashWith) })}
          actions={
            <>
              <Button size="small" onPress={() => void compare()}>
                {messages.compare}
              </Button>
              <Button size="small" kind="quiet" onPress={() => set({ clashWith: null })}>
                {messages.dismiss}
              </Button>
            </>
          }
        >
          {messages.clashText}
        </Notice>
      )}
    </>
  );
}
