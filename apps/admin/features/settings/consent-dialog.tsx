import type { PluginInfo } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Checkbox, FormDialog } from '../../ui/index.ts';
import { PermissionList } from './permission-list.tsx';
import { pluginWords } from './plugin-words.ts';

/** Lists all permissions of a plugin before the user agrees to them. */
export function ConsentDialog(props: {
  readonly plugin: PluginInfo;
  readonly onClose: () => void;
  readonly onAgree: () => Promise<void>;
}): ReactNode {
  const { plugin, onClose, onAgree } = props;
  const words = useWords(pluginWords);
  const [isAgreed, setAgreed] = useState(false);
  return (
    <FormDialog
      title={words.consentTitle(plugin.name)}
      action={words.agreeAction}
      onClose={onClose}
      onSubmit={onAgree}
      disabledReason={!isAgreed && words.agreeFirst}
    >
      <p>{words.consentText(plugin.name)}</p>
      <PermissionList plugin={plugin} />
      <Checkbox isSelected={isAgreed} onChange={setAgreed}>
        {words.agree}
      </Checkbox>
    </FormDialog>
  );
}
