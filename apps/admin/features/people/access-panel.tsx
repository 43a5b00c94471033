import type { UserInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import {
  confirmAction,
  Badge,
  Button,
  ErrorNotice,
  Panel,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { useAction } from '../../lib/use-action.ts';
import { isLastAdmin, invalidatePeople } from './queries.ts';
import { peopleMessages } from './messages.ts';

export function AccessPanel(props: {
  readonly user: UserInfo;
  readonly users: readonly UserInfo[];
  readonly reason: string | undefined;
}): ReactNode {
  const { user, users, reason } = props;
  const messages = useMessages(peopleMessages);
  const name = user.name || user.username;
  const changing = useAction(async () => {
    const isSure =
      !user.enabled ||
      (await confirmAction({
        title: messages.disableTitle({ name }),
        text: messages.disableText,
        action: messages.disable,
        kind: 'danger',
      }));
    if (isSure) await setEnabled(user, !user.enabled);
  });
  return (
    <Panel
      title={
        <span className="row">
          {messages.access}
          <Badge tone={user.enabled ? 'good' : 'bad'}>
            {user.enabled ? messages.enabled : messages.disabled}
          </Badge>
        </span>
      }
      actions={
        <Button
          size="small"
          isPending={changing.isPending}
          disabledReason={reason ?? (isLastAdmin(user, users) && messages.lastAdmin)}
          onPress={changing.run}
        >
          {user.enabled ? messages.disable : messages.enable}
        </Button>
      }
    >
      <ErrorNotice error={changing.error} />
      <p className="soft">{user.enabled ? messages.accessOn : messages.accessOff}</p>
    </Panel>
  );
}

async function setEnabled(user: UserInfo, enabled: boolean): Promise<void> {
  const { username, name, email, role } = user;
  await galley.users.save({ username, name, email, role, enabled });
  await invalidatePeople();
  const messages = currentMessages(peopleMessages);
  const undo = () => void setEnabled(user, true).catch(toastProblem);
  toast({
    text: (enabled ? messages.isEnabled : messages.isDisabled)({ name: name || username }),
    ...(!enabled && { action: { label: messages.undoIt, onPress: undo } }),
  });
}
