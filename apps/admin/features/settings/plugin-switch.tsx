import type { PluginInfo } from '@galley/sdk';
import { useState, type ReactNode } from 'react';
import { galley } from '../../lib/galley.ts';
import { useAction } from '../../lib/use-action.ts';
import { useMessages, currentMessages } from '../../lib/messages.ts';
import { confirmAction, Button, toast, toastProblem } from '../../ui/index.ts';
import { ConsentDialog } from './consent-dialog.tsx';
import { pluginMessages } from './plugin-messages.ts';
import { refreshPlugins } from './refresh-plugins.ts';

/** Enabling asks for consent if the plugin may do more than read. */
export function PluginSwitch({ plugin }: { readonly plugin: PluginInfo }): ReactNode {
  const { name, state, enabled, needs_approval } = plugin;
  const messages = useMessages(pluginMessages);
  const [isAsking, setAsking] = useState(false);
  const isOn = enabled && (state === 'running' || state === 'broken');
  const { isPending, run } = useAction(async () => {
    if (isOn) await switchOff(name);
    else if (needs_approval) setAsking(true);
    else await switchOn(name, false);
  }, toastProblem);
  const isBroken = state === 'broken' && !isOn;
  const label = isOn ? messages.disable : state === 'failed' ? messages.again : messages.enable;
  return (
    <>
      <Button onPress={run} isPending={isPending} disabledReason={isBroken && messages.isBroken}>
        {label}
        <span className="sr-only"> {name}</span>
      </Button>
      {isAsking && (
        <ConsentDialog
          plugin={plugin}
          onClose={() => setAsking(false)}
          onAgree={async () => {
            await switchOn(name, true);
            setAsking(false);
          }}
        />
      )}
    </>
  );
}

async function switchOn(name: string, isApproved: boolean): Promise<void> {
  try {
    await galley.plugins.enable({ name, ...(isApproved && { approve_risk: true }) });
    toast({ text: currentMessages(pluginMessages).enabled({ name }) });
  } finally {
    // The refreshed list shows the reason for a failed start.
    await refreshPlugins();
  }
}

export async function switchOff(name: string): Promise<void> {
  const messages = currentMessages(pluginMessages);
  const question = { title: messages.disableTitle({ name }), text: messages.disableText };
  if (!(await confirmAction({ ...question, action: messages.disable }))) return;
  await galley.plugins.disable({ name });
  await refreshPlugins();
  toast({ text: messages.disabled({ name }) });
}
