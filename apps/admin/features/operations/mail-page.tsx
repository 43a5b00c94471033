import type { MailMessage, MailResponse } from '@galley/sdk';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { useSession } from '../../app/session.ts';
import { formatDateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { knownText, useMessages } from '../../lib/messages.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  Badge,
  Button,
  ErrorNotice,
  Facts,
  MoreButton,
  Notice,
  Page as Shown,
  Panel,
  QueryBoundary,
  TextField,
  Time,
  toast,
  toastProblem,
} from '../../ui/index.ts';
import { mailKindMessages, mailMessages } from './mail-messages.ts';
import { operationsMessages } from './messages.ts';
import { OperationsTabs } from './operations-tabs.tsx';
import styles from './operations.module.css';

const mailQuery = infiniteQueryOptions({
  queryKey: ['mail'],
  queryFn: ({ signal, pageParam }) =>
    galley.mail.list({ ...(pageParam && { before: pageParam }) }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  refetchInterval: 5_000,
});

function invalidateMail(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: mailQuery.queryKey });
}

export function Page(): ReactNode {
  const messages = useMessages(mailMessages);
  const query = useInfiniteQuery(mailQuery);
  return (
    <Shown title={useMessages(operationsMessages).operations} about={messages.about}>
      <OperationsTabs />
      <QueryBoundary query={query} lines={4}>
        {({ pages }) => (
          <>
            <ServerPanel server={pages[0]!.server} />
            <Panel title={messages.messages} isFlush>
              <MessageTable mails={pages.flatMap(({ items }) => items)} />
            </Panel>
            <MoreButton query={query} />
          </>
        )}
      </QueryBoundary>
    </Shown>
  );
}

function ServerPanel({ server }: Pick<MailResponse, 'server'>): ReactNode {
  const messages = useMessages(mailMessages);
  return (
    <Panel title={messages.server}>
      {server ? (
        <div className="stack">
          <Facts
            facts={[
              [
                messages.host,
                `${server.host}:${server.port}, ${messages[`security.${server.security}`]}`,
              ],
              [messages.from, server.from],
            ]}
          />
          <TestForm />
        </div>
      ) : (
        <Notice title={messages.off}>{messages.offText}</Notice>
      )}
    </Panel>
  );
}

function TestForm(): ReactNode {
  const messages = useMessages(mailMessages);
  const { email } = useSession();
  const [to, setTo] = useState(email);
  const testing = useAction(async () => {
    const { error, recipient } = await galley.mail.test({ to });
    toast(
      error === null
        ? { text: messages.tested({ address: recipient }) }
        : { text: error, tone: 'bad' },
    );
    await invalidateMail();
  });
  const error = fieldErrors(testing.error)['to'];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    testing.run();
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <h3>{messages.test}</h3>
      {error === undefined && <ErrorNotice error={testing.error} />}
      <TextField
        label={messages.to}
        type="email"
        name="to"
        value={to}
        onChange={setTo}
        maxLength={254}
        error={error}
      />
      <span>
        <Button type="submit" isPending={testing.isPending}>
          {messages.send}
        </Button>
      </span>
    </form>
  );
}

function MessageTable({ mails }: { readonly mails: readonly MailMessage[] }): ReactNode {
  const messages = useMessages(mailMessages);
  if (mails.length === 0) return <p className={`soft ${styles['inset']}`}>{messages.none}</p>;
  return (
    <div className="table-frame">
      <table className="table" aria-label={messages.messages}>
        <thead>
          <tr>
            <th scope="col">{messages.kind}</th>
            <th scope="col">{messages.state}</th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <MessageRow key={mail.id} mail={mail} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const tones = { pending: 'warn', sent: 'good', failed: 'bad' } as const;

function MessageRow({ mail }: { readonly mail: MailMessage }): ReactNode {
  const messages = useMessages(mailMessages);
  const { id, recipient, status, attempts, next_attempt_at: nextAt, error } = mail;
  const kind = knownText(mailKindMessages, mail.kind) ?? mail.kind;
  const resending = useAction(async () => {
    await galley.mail.resend({ id });
    toast({ text: messages.resent });
    await invalidateMail();
  }, toastProblem);
  return (
    <tr>
      <td>
        {kind}
        <span className="soft small block breaks">
          {recipient} · <Time at={mail.created_at} />
        </span>
      </td>
      <td>
        <span className="row">
          <Badge tone={tones[status]}>{messages[`status.${status}`]}</Badge>
          {status !== 'sent' && (
            <Button
              kind="quiet"
              size="small"
              isPending={resending.isPending}
              onPress={resending.run}
            >
              <span className="sr-only">{messages.resendOf({ kind, to: recipient })}</span>
              <span aria-hidden>{messages.resend}</span>
            </Button>
          )}
        </span>
        {error !== null && <span className="small block breaks">{error}</span>}
        {status !== 'sent' && (
          <span className="soft small block">
            {messages.attempts({ count: attempts })}
            {nextAt !== null && `, ${messages.nextAttempt({ when: formatDateTime(nextAt) })}`}
          </span>
        )}
      </td>
    </tr>
  );
}
