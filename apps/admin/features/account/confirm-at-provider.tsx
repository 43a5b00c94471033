import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { signInOptionsQuery } from '../../app/session.ts';
import { adminPath } from '../../lib/base-path.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Button, ErrorNotice } from '../../ui/index.ts';
import { providerMessages } from './provider-messages.ts';

/** For people without a password. In a new tab, so that the page keeps its text. */
export function ConfirmAtProvider(props: {
  readonly isSignedOut: boolean;
  readonly onDone: () => void;
}): ReactNode {
  const { isSignedOut, onDone } = props;
  const messages = useMessages(providerMessages);
  const { data: options } = useQuery(signInOptionsQuery);
  const [isBegun, setBegun] = useState(false);
  if (!options || options.providers.length === 0) return null;
  if (isBegun) return <Button onPress={onDone}>{messages.done}</Button>;
  return options.providers.map(({ id, label }) => (
    <NewTabButton
      key={id}
      label={isSignedOut ? messages.continueWith({ label }) : messages.otherTab({ label })}
      begin={() => {
        const body = { provider: id, return_to: `/${adminPath}/account` };
        return isSignedOut
          ? galley.auth.beginAtProvider(body, { background: true })
          : galley.sessions.confirmAtProvider(body, { background: true });
      }}
      onBegun={() => setBegun(true)}
    />
  ));
}

function NewTabButton(props: {
  readonly label: string;
  readonly begin: () => Promise<{ readonly url: string }>;
  readonly onBegun: () => void;
}): ReactNode {
  const going = useAction(async () => {
    // Before the request: browsers block tabs that open later than the press.
    const tab = window.open('', '_blank');
    try {
      const { url } = await props.begin();
      if (tab) {
        tab.opener = null;
        tab.location.href = url;
      }
      props.onBegun();
    } catch (error) {
      tab?.close();
      throw error;
    }
  });
  return (
    <>
      <ErrorNotice error={going.error} />
      <Button isPending={going.isPending} onPress={going.run}>
        {props.label}
      </Button>
    </>
  );
}
