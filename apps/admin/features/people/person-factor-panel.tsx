import type { UserInfo } from '@galley/sdk';
import type { ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { confirmAction, Badge, Button, ErrorNotice, Panel, toast } from '../../ui/index.ts';
import { useAction } from '../../lib/use-action.ts';
import { invalidatePeople } from './queries.ts';
import { peopleMessages } from './messages.ts';

export function PersonFactorPanel(props: {
  readonly user: UserInfo;
  readonly reason: string | undefined;
}): ReactNode {
  const { user, reason } = props;
  const messages = useMessages(peopleMessages);
  const { username, name, has_totp: isOn, has_passkey: hasPasskey } = user;
  const isProtected = isOn || hasPasskey;
  const withoutCodes = hasPasskey ? messages.factorPasskey : messages.factorOff;
  const ending = useAction(async () => {
    const isSure = await confirmAction({
      title: messages.turnOffTitle({ name: name || username }),
      text: hasPasskey ? messages.turnOffPasskey : messages.turnOffText,
      action: messages.turnOff,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.totp.disable({ username });
    await invalidatePeople();
    toast({ text: messages.turnedOff });
  });
  return (
    <Panel
      title={
        <span className="row">
          {messages.factor}
          <Badge tone={isProtected ? 'good' : 'plain'}>
            {isProtected ? messages.on : messages.off}
          </Badge>
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
            {messages.turnOff}
          </Button>
        )
      }
    >
      <ErrorNotice error={ending.error} />
      <p className="soft">{isOn ? `${messages.factorOn} ${messages.turnOffHelp}` : withoutCodes}</p>
    </Panel>
  );
}
