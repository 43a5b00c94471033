import type { Webhook } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Button, EmptyState, Page as Shown, Panel, QueryBoundary } from '../../ui/index.ts';
import { operationsMessages } from './messages.ts';
import { OperationsTabs } from './operations-tabs.tsx';
import styles from './operations.module.css';
import { WebhookForm } from './webhook-form.tsx';
import { webhookEventMessages, webhookMessages } from './webhook-messages.ts';
import { webhooksQuery } from './webhook-queries.ts';
import { WebhookSheet } from './webhook-sheet.tsx';

const newOne = 'new';

export function Page(): ReactNode {
  const messages = useMessages(webhookMessages);
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = useQuery(webhooksQuery);
  const chosen = search['webhook'];
  const show = (webhook: string | undefined) =>
    void navigate({ to: '/operations/webhooks', search: { webhook } });
  const close = () => show(undefined);
  const shown = query.data?.find(({ id }) => id === chosen);
  return (
    <Shown title={useMessages(operationsMessages).operations} about={messages.about}>
      <OperationsTabs />
      <Panel
        title={messages.list}
        actions={
          <Button kind="primary" icon={Plus} onPress={() => show(newOne)}>
            {messages.create}
          </Button>
        }
        isFlush
      >
        <QueryBoundary query={query} lines={2}>
          {(webhooks) =>
            webhooks.length === 0 ? (
              <EmptyState icon={WebhookIcon} title={messages.none}>
                {messages.noneText}
              </EmptyState>
            ) : (
              <WebhookTable webhooks={webhooks} onShow={show} />
            )
          }
        </QueryBoundary>
      </Panel>
      {chosen === newOne && <WebhookForm onClose={close} />}
      {shown && <WebhookSheet key={shown.id} webhook={shown} onClose={close} />}
    </Shown>
  );
}

function WebhookTable(props: {
  readonly webhooks: readonly Webhook[];
  readonly onShow: (id: string) => void;
}): ReactNode {
  const messages = useMessages(webhookMessages);
  const events = useMessages(webhookEventMessages);
  return (
    <div className="table-frame">
      <table className="table" aria-label={messages.list}>
        <thead>
          <tr>
            <th scope="col">{messages.name}</th>
            <th scope="col">{messages.lastState}</th>
            <th scope="col" className={styles['wide']}>
              {messages.events}
            </th>
          </tr>
        </thead>
        <tbody>
          {props.webhooks.map((webhook) => (
            <tr key={webhook.id}>
              <td>
                <Button kind="quiet" size="small" onPress={() => props.onShow(webhook.id)}>
                  <span className="sr-only">{messages.open({ name: webhook.name })}</span>
                  <span aria-hidden>{webhook.name}</span>
                </Button>
                <span className="soft small block breaks">{webhook.url}</span>
              </td>
              <td>
                <WebhookState webhook={webhook} />
              </td>
              <td className={styles['wide']}>
                {webhook.events.map((event) => events[event]).join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WebhookState({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const messages = useMessages(webhookMessages);
  const { enabled, failing_since: since } = webhook;
  if (!enabled) return <Badge>{messages.disabled}</Badge>;
  if (since === null) return <Badge tone="good">{messages.works}</Badge>;
  return <Badge tone="bad">{messages.failing({ when: formatDateTime(since) })}</Badge>;
}
