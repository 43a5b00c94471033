import type { UserInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { refreshSession, useSession } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMessages } from '../../lib/messages.ts';
import {
  confirmAction,
  Badge,
  Button,
  ErrorNotice,
  Panel,
  PersonPicture,
  toast,
} from '../../ui/index.ts';
import { invalidatePeople } from './queries.ts';
import { peopleMessages } from './messages.ts';

/** Public pages show a picture only after a person who manages users has allowed it (ADD-ACC-2). */
export function PersonPicturePanel({ user }: { readonly user: UserInfo }): ReactNode {
  const messages = useMessages(peopleMessages);
  const { approving, removing } = usePictureActions(user);
  const { username, name, picture, picture_approved: isApproved } = user;
  if (picture === null) return null;
  const isPending = approving.isPending || removing.isPending;
  return (
    <Panel
      title={
        <span className="row">
          {messages.picture}
          <Badge tone={isApproved ? 'good' : 'warn'}>
            {isApproved ? messages.pictureShown : messages.pictureNotShown}
          </Badge>
        </span>
      }
      actions={
        <>
          {!isApproved && (
            <Button size="small" isPending={isPending} onPress={approving.run}>
              {messages.showPicture}
            </Button>
          )}
          <Button size="small" isPending={isPending} onPress={removing.run}>
            {messages.removePicture}
          </Button>
        </>
      }
    >
      <ErrorNotice error={approving.error ?? removing.error} />
      <div className="row">
        <PersonPicture name={name || username} picture={picture} size="large" />
        <p className="soft grow">
          {isApproved ? messages.pictureShownHelp : messages.pictureNotShownHelp}
        </p>
      </div>
    </Panel>
  );
}

function usePictureActions({ username, name, picture }: UserInfo) {
  const messages = useMessages(peopleMessages);
  const me = useSession().username;
  const refresh = async (text: string) => {
    await invalidatePeople();
    if (username === me) await refreshSession();
    toast({ text });
  };
  const approving = useAction(async () => {
    await galley.users.approvePicture({ username, name, picture: picture ?? '' });
    await refresh(messages.pictureIsShown);
  });
  const removing = useAction(async () => {
    const isSure = await confirmAction({
      title: messages.removePictureTitle({ name: name || username }),
      text: messages.removePictureText,
      action: messages.removePicture,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.users.deletePicture({ username });
    await refresh(messages.pictureRemoved);
  });
  return { approving, removing };
}
