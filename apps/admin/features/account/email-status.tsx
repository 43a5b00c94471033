import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { galley } from '../../lib/galley.ts';
import { useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import { Badge, Button, ErrorNotice, Notice, toast } from '../../ui/index.ts';
import { ownAccountMessages } from './own-account-messages.ts';
import { ownAccountQuery, setOwnAccount } from './own-account-query.ts';

/** The address with its state; only the first for sites that send no e-mail. */
export function EmailStatus({ email }: { readonly email: string }): ReactNode {
  const messages = useMessages(ownAccountMessages);
  const { data } = useQuery(ownAccountQuery);
  if (!data?.mail) return email;
  return (
    <span className="row wrap">
      {email}{' '}
      {data.email_verified_at === null ? (
        <Badge tone="warn">{messages.notConfirmed}</Badge>
      ) : (
        <Badge tone="good">{messages.confirmed}</Badge>
      )}
    </span>
  );
}

/** Pending or unconfirmed addresses, with the next step. */
export function EmailNotice(): ReactNode {
  const messages = useMessages(ownAccountMessages);
  const { data } = useQuery(ownAccountQuery);
  const sending = useAction(async () => {
    const { sent_to: email } = await galley.account.sendEmailLink();
    toast({ text: messages.linkSent({ email }) });
    await queryClient.invalidateQueries({ queryKey: ownAccountQuery.queryKey });
  });
  const cancelling = useAction(async () => {
    setOwnAccount(await galley.account.cancelEmail());
    toast({ text: messages.emailCancelled });
  });
  if (!data?.mail) return null;
  const { pending_email: pending, email, email_verified_at: verifiedAt } = data;
  if (!pending && (email === '' || verifiedAt !== null)) return null;
  const send = (
    <Button size="small" isPending={sending.isPending} onPress={sending.run}>
      {pending ? messages.sendLinkAgain : messages.sendLink}
    </Button>
  );
  const cancel = pending && pending.email !== email && (
    <Button size="small" isPending={cancelling.isPending} onPress={cancelling.run}>
      {messages.cancelEmail}
    </Button>
  );
  return (
    <>
      <Notice
        tone="info"
        actions={
          <>
            {send}
            {cancel}
          </>
        }
      >
        {pending ? messages.pending({ email: pending.email }) : messages.notConfirmedHelp}
      </Notice>
      <ErrorNotice error={sending.error ?? cancelling.error} />
    </>
  );
}
