import type { Identity, SignInOptions } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { invalidateSubjects } from '../../app/query-client.ts';
import { signInOptionsQuery } from '../../app/session.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  Badge,
  Button,
  confirmAction,
  ErrorNotice,
  Panel,
  QueryBoundary,
  Time,
  toast,
} from '../../ui/index.ts';
import styles from './account.module.css';
import { ProviderButton } from './provider-buttons.tsx';
import { providerMessages } from './provider-messages.ts';
import { SignInProblem } from './sign-in-problem.tsx';

interface SignInsPanelProps {
  readonly username: string;
  readonly isOwn: boolean;
  readonly reason?: string | undefined;
}

/** Hidden on a site without providers, unless a sign-in is left from earlier. */
export function SignInsPanel({ username, isOwn, reason }: SignInsPanelProps): ReactNode {
  const messages = useMessages(providerMessages);
  const { data: options } = useQuery(signInOptionsQuery);
  const query = useQuery({
    queryKey: ['identities', username],
    queryFn: ({ signal }) => galley.identities.list({ username }, { signal }),
  });
  const providers = options?.providers ?? [];
  if (providers.length === 0 && (query.data ?? []).length === 0) return null;
  return (
    <Panel
      title={messages.panel}
      about={isOwn ? messages.panelText : messages.theirPanelText}
      isFlush
    >
      {isOwn && <SignInProblem />}
      <QueryBoundary query={query} lines={2}>
        {(identities) => (
          <>
            {identities.length === 0 ? (
              <p className={`soft ${styles.oneLine}`}>{messages.none}</p>
            ) : (
              <ul className={styles.lines}>
                {identities.map((identity) => (
                  <SignInLine key={identity.id} {...{ identity, username, reason }} />
                ))}
              </ul>
            )}
            {isOwn && <LinkButtons providers={providers} identities={identities} />}
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}

function LinkButtons(props: {
  readonly providers: SignInOptions['providers'];
  readonly identities: readonly Identity[];
}): ReactNode {
  const messages = useMessages(providerMessages);
  const linkable = props.providers.filter(({ id }) =>
    props.identities.every(({ provider }) => provider !== id),
  );
  if (linkable.length === 0) return null;
  return (
    <div className={styles.lineButtons}>
      {linkable.map(({ id, label }) => (
        <ProviderButton
          key={id}
          label={messages.link({ label })}
          begin={() => galley.identities.link({ provider: id })}
        />
      ))}
    </div>
  );
}

function SignInLine({
  identity: { id, label, email, subject, provider, ...identity },
  username,
  reason,
}: {
  readonly identity: Identity;
  readonly username: string;
  readonly reason: string | undefined;
}): ReactNode {
  const messages = useMessages(providerMessages);
  const name = email || subject;
  const removing = useAction(async () => {
    const isSure = await confirmAction({
      title: messages.removeTitle({ label }),
      text: messages.removeText,
      action: messages.remove,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.identities.unlink({ id, username });
    toast({ text: messages.removed });
    await invalidateSubjects(['identities', 'sessions']);
  });
  return (
    <li>
      <KeyRound aria-hidden size={20} className={styles.lineIcon} />
      <div className="grow">
        <p className="breaks">
          <strong>{label}</strong> {name}{' '}
          {provider === null && <Badge tone="warn">{messages.notConfigured}</Badge>}
        </p>
        <p className={styles.lineFacts}>
          <span>
            {messages.linkedAt} <Time at={identity.linked_at} />
          </span>
          {identity.last_used_at && (
            <span>
              {messages.usedAt} <Time at={identity.last_used_at} />
            </span>
          )}
        </p>
        <ErrorNotice error={removing.error} />
      </div>
      <Button
        size="small"
        isPending={removing.isPending}
        disabledReason={reason}
        onPress={removing.run}
      >
        <span aria-hidden>{messages.remove}</span>
        <span className="sr-only">{messages.removeOne({ label, email: name })}</span>
      </Button>
    </li>
  );
}
