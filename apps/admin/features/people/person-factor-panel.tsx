import type { UserInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useWords } from '../../lib/words.ts';
import { ask, Badge, Button, ErrorNotice, Panel, toast } from '../../ui/index.ts';
import { useAction } from '../../lib/use-action.ts';
import { peopleChanged } from './queries.ts';
import { peopleWords } from './words.ts';

/** Second factor of another user, which an administrator can only turn off. */
export function PersonFactorPanel(props: {
  readonly user: UserInfo;
  readonly reason: string | undefined;
}): ReactNode {
  const { user, reason } = props;
  const words = useWords(peopleWords);
  const { username, name, has_second_factor: isOn } = user;
  const ending = useAction(async () => {
    const isSure = await ask({
      title: words.turnOffTitle(name || username),
      text: words.turnOffText,
      action: words.turnOff,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.totp.disable({ username });
    await peopleChanged();
    toast({ text: words.turnedOff });
  });
  return (
    <Panel
      title={
        <span className="row">
          {words.factor}
          <Badge tone={isOn ? 'good' : 'plain'}>{isOn ? words.on : words.off}</Badge>
        </span>
      }
      actions={
        isOn && (
          <Button
            size="small"
            isPending={ending.isPending}
            disabledReason={reason}
            onPress={ending.run}
          >
            {words.turnOff}
          </Button>
        )
      }
    >
      <ErrorNotice error={ending.error} />
      <p className="soft">{isOn ? `${words.factorOn} ${words.turnOffHelp}` : words.factorOff}</p>
    </Panel>
  );
}
