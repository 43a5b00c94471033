import type { Webhook, WebhookDelivery } from '@galley/sdk';
import { useInfiniteQuery } from '@tanstack/react-query';
import { KeyRound, Pencil, Send, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { galley } from '../../lib/galley.ts';
import { knownText, useMessages } from '../../lib/messages.ts';
import { useAction } from '../../lib/use-action.ts';
import {
  Badge,
  Button,
  confirmAction,
  Dialog,
  ErrorNotice,
  MoreButton,
  QueryBoundary,
  Time,
  toast,
  toastProblem,
  TokenDialog,
} from '../../ui/index.ts';
import styles from './operations.module.css';
import { WebhookForm } from './webhook-form.tsx';
import { webhookEventMessages, webhookMessages } from './webhook-messages.ts';
import { deliveriesQuery, invalidateWebhooks } from './webhook-queries.ts';

interface WebhookSheetProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function WebhookSheet({ webhook, onClose }: WebhookSheetProps): ReactNode {
  const messages = useMessages(webhookMessages);
  const [isEditing, setEditing] = useState(false);
  const [secret, setSecret] = useState<string>();
  const query = useInfiniteQuery(deliveriesQuery(webhook.id));
  if (isEditing) return <WebhookForm webhook={webhook} onClose={() => setEditing(false)} />;
  if (secret !== undefined)
    return (
      <TokenDialog
        title={messages.made({ name: webhook.name })}
        token={secret}
        onClose={() => setSecret(undefined)}
      >
        {messages.secretAgain}
      </TokenDialog>
    );
  return (
    <Dialog title={webhook.name} size="side" onClose={onClose}>
      <div className="stack">
        <p className="soft breaks">{webhook.url}</p>
        <SheetActions
          webhook={webhook}
          onEdit={() => setEditing(true)}
          onSecret={setSecret}
          onClose={onClose}
        />
        <h3>{messages.deliveries}</h3>
        <QueryBoundary query={query} lines={3}>
          {({ pages }) => <DeliveryList deliveries={pages.flatMap(({ items }) => items)} />}
        </QueryBoundary>
        <MoreButton query={query} />
      </div>
    </Dialog>
  );
}

function SheetActions(props: {
  readonly webhook: Webhook;
  readonly onEdit: () => void;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const messages = useMessages(webhookMessages);
  const { webhook, onEdit, onSecret, onClose } = props;
  const { id, name } = webhook;
  const testing = useAction(async () => {
    const { error } = await galley.webhooks.test({ id });
    toast(error === null ? { text: messages.testDelivered } : { text: error, tone: 'bad' });
    await invalidateWebhooks();
  });
  const replacing = useAction(async () => {
    onSecret((await galley.webhooks.replaceSecret({ id })).secret);
  });
  const deleting = useAction(async () => {
    const isSure = await confirmAction({
      title: messages.deleteTitle({ name }),
      text: messages.deleteText,
      action: messages.delete,
      kind: 'danger',
    });
    if (!isSure) return;
    await galley.webhooks.delete({ id });
    toast({ text: messages.deleted });
    onClose();
    await invalidateWebhooks();
  });
  return (
    <>
      <ErrorNotice error={testing.error ?? replacing.error ?? deleting.error} />
      <div className="row">
        <Button size="small" icon={Send} isPending={testing.isPending} onPress={testing.run}>
          {messages.test}
        </Button>
        <Button size="small" icon={Pencil} onPress={onEdit}>
          {messages.edit}
        </Button>
        <Button
          size="small"
          icon={KeyRound}
          isPending={replacing.isPending}
          onPress={replacing.run}
        >
          {messages.replaceSecret}
        </Button>
        <Button size="small" icon={Trash2} isPending={deleting.isPending} onPress={deleting.run}>
          {messages.delete}
        </Button>
      </div>
    </>
  );
}

function DeliveryList({ deliveries }: { readonly deliveries: readonly WebhookDelivery[] }) {
  const messages = useMessages(webhookMessages);
  if (deliveries.length === 0) return <p className="soft">{messages.noDeliveries}</p>;
  return (
    <ol className={styles['log']} aria-label={messages.deliveries}>
      {deliveries.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} />
      ))}
    </ol>
  );
}

const tones = { pending: 'warn', delivered: 'good', failed: 'bad' } as const;

function DeliveryItem({ delivery }: { readonly delivery: WebhookDelivery }): ReactNode {
  const messages = useMessages(webhookMessages);
  const { id, status, attempts, created_at: createdAt, next_attempt_at: nextAt, error } = delivery;
  const event = knownText(webhookEventMessages, delivery.event) ?? delivery.event;
  const resending = useAction(async () => {
    await galley.webhooks.resend({ delivery: id });
    toast({ text: messages.resent });
    await invalidateWebhooks();
  }, toastProblem);
  return (
    <li>
      <span className="row">
        <span className="grow">
          {event} <Badge tone={tones[status]}>{messages[`status.${status}`]}</Badge>
          <span className="soft small block">
            <Time at={createdAt} /> · {messages.attempts({ count: attempts })}
            {nextAt !== null && ` · ${messages.nextAttempt({ when: formatDateTime(nextAt) })}`}
          </span>
        </span>
        <Button size="small" isPending={resending.isPending} onPress={resending.run}>
          <span aria-hidden>{messages.resend}</span>
          <span className="sr-only">
            {messages.resendOf({ event, when: formatDateTime(createdAt) })}
          </span>
        </Button>
      </span>
      {error !== null && <span className="small breaks">{error}</span>}
      <details>
        <summary className="small">{messages.content}</summary>
        <pre className="small breaks">{delivery.body}</pre>
      </details>
    </li>
  );
}
