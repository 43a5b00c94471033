import type { PluginInfo } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox, FormDialog } from '../../ui/index.ts';
import { PermissionList } from './permission-list.tsx';
import { pluginMessages } from './plugin-messages.ts';

export function ConsentDialog(props: {
  readonly plugin: PluginInfo;
  readonly onClose: () => void;
  readonly onAgree: () => Promise<void>;
}): ReactNode {
  const { plugin, onClose, onAgree } = props;
  const messages = useMessages(pluginMessages);
  const [isAgreed, setAgreed] = useState(false);
  return (
    <FormDialog
      title={messages.consentTitle({ name: plugin.name })}
      action={messages.agreeAction}
      onClose={onClose}
      onSubmit={onAgree}
      disabledReason={!isAgreed && messages.agreeFirst}
    >
      <p>{messages.consentText({ name: plugin.name })}</p>
      <PermissionList plugin={plugin} />
      <Checkbox isSelected={isAgreed} onChange={setAgreed}>
        {messages.agree}
      </Checkbox>
    </FormDialog>
  );
}
