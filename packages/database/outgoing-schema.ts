import type { Generated } from 'kysely';

interface WebhooksTable {
  id: string;
  name: string;
  url: string;
  events: string[];
  enabled: boolean;
  sealed_secret: string;
  previous_sealed_secret: string | null;
  previous_until: Date | null;
  failing_since: Date | null;
  created_at: Date;
  created_by: string;
}

interface WebhookDeliveriesTable {
  id: string;
  webhook_id: string;
  event: string;
  body: string;
  status: 'pending' | 'delivered' | 'failed';
  attempts: Generated<number>;
  /** Null unless pending. */
  due_at: Date | null;
  created_at: Date;
  last_attempt_at: Date | null;
  response_status: number | null;
  error: string | null;
}

interface MailsTable {
  id: string;
  /** A kind of the package `mail`. */
  kind: string;
  recipient: string;
  username: string | null;
  /** Null when the message has been sent. */
  sealed_content: string | null;
  status: 'pending' | 'sent' | 'failed';
  attempts: Generated<number>;
  /** Null unless pending. */
  due_at: Date | null;
  created_at: Date;
  last_attempt_at: Date | null;
  expires_at: Date | null;
  error: string | null;
}

/** Messages to other systems and to people. */
export interface OutgoingSchema {
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  mails: MailsTable;
}
