import type { UserInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useWords, wordsNow } from '../../lib/words.ts';
import { ask, Badge, Button, ErrorNotice, Panel, toast, toastProblem } from '../../ui/index.ts';
import { useAction } from '../../lib/use-action.ts';
import { isLastAdmin, peopleChanged } from './queries.ts';
import { peopleWords } from './words.ts';

export function AccessPanel(props: {
  readonly user: UserInfo;
  readonly users: readonly UserInfo[];
  readonly reason: string | undefined;
}): ReactNode {
  const { user, users, reason } = props;
  const words = useWords(peopleWords);
  const name = user.name || user.username;
  const changing = useAction(async () => {
    const isSure =
      !user.enabled ||
      (await ask({
        title: words.disableTitle(name),
        text: words.disableText,
        action: words.disable,
        kind: 'danger',
      }));
    if (isSure) await setEnabled(user, !user.enabled);
  });
  return (
    <Panel
      title={
        <span className="row">
          {words.access}
          <Badge tone={user.enabled ? 'good' : 'bad'}>
            {user.enabled ? words.enabled : words.disabled}
          </Badge>
        </span>
      }
      actions={
        <Button
          size="small"
          isPending={changing.isPending}
          disabledReason={reason ?? (isLastAdmin(user, users) && words.lastAdmin)}
          onPress={changing.run}
        >
          {user.enabled ? words.disable : words.enable}
        </Button>
      }
    >
      <ErrorNotice error={changing.error} />
      <p className="soft">{user.enabled ? words.accessOn : words.accessOff}</p>
    </Panel>
  );
}

async function setEnabled(user: UserInfo, enabled: boolean): Promise<void> {
  const { username, name, email, role } = user;
  await galley.users.save({ username, name, email, role, enabled });
  await peopleChanged();
  const words = wordsNow(peopleWords);
  const undo = () => void setEnabled(user, true).catch(toastProblem);
  toast({
    text: (enabled ? words.isEnabled : words.isDisabled)(name || username),
    ...(!enabled && { action: { label: words.undoIt, onPress: undo } }),
  });
}
