/**
 * A change may append several events: `document.updated`, `document.status_changed`, `document.published`, in this order.
 */
export const domainEventTypes = [
  'document.created',
  'document.updated',
  'document.restored',
  'document.status_changed',
  'document.assigned',
  'document.review_requested',
  'document.approved',
  'document.changes_requested',
  'document.published',
  'document.unpublished',
  'document.schedule_missed',
  /** `due_on` of the data; null when the date was removed. */
  'document.deadline_set',
  /** Due the next day or today; `due_on` of the data. */
  'document.due_soon',
  'document.overdue',
  'document.trashed',
  /** The file disappeared from the content tree. */
  'document.removed',
  /** To people who take part in a thread; `names` of the data. */
  'comment.added',
  /** `names` of the data. */
  'comment.mentioned',
  /** A thread or comment was changed, decided or deleted. */
  'comment.changed',
  'media.uploaded',
  /** With or without changes. */
  'build.finished',
  'form.submitted',
  'user.created',
  'user.updated',
  'user.deleted',
  /** An invitation, or a link to set a password, is to be sent by e-mail. */
  'user.link_requested',
  /** The subject is what a visitor entered: a user name or an e-mail address, whether or not it exists. */
  'user.password_forgotten',
  /** `change` of the data: `password`, `second_factor_enabled`, `second_factor_disabled`, `passkey_added`, `passkey_removed` or `email`. */
  'user.security_changed',
  /** The subject is the user name of a person or service account; `token`, `name`, `days` and `expires_at` of the data. */
  'token.expiring',
  /** The person has asked for another e-mail address, or for a link to confirm theirs. */
  'user.email_requested',
  /** A sign-in in a browser without the cookie of an earlier one. */
  'user.new_device',
] as const;

export type DomainEventType = (typeof domainEventTypes)[number];

export interface NewDomainEvent {
  readonly type: DomainEventType;
  readonly at: Date;
  /** User name, `galley` for Galley itself, `external` for an edit on disk. */
  readonly actor: string;
  /** Path of a document or media file, a user name, or the name of a form. */
  readonly subject: string;
  /** JSON without secrets; its shape depends on the type. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface DomainEvent extends NewDomainEvent {
  /** In the order of commits: a reader that has seen one has missed none before it. */
  readonly id: number;
}

/** Events for plugins and webhooks. */
export const integrationEvents = [
  'document.saved',
  'document.status_changed',
  'document.published',
  'media.uploaded',
  'build.finished',
  'form.submitted',
] as const;

export type IntegrationEvent = (typeof integrationEvents)[number];

const integrationEventOfType: Readonly<Partial<Record<DomainEventType, IntegrationEvent>>> = {
  'document.created': 'document.saved',
  'document.updated': 'document.saved',
  'document.restored': 'document.saved',
  'document.status_changed': 'document.status_changed',
  'document.published': 'document.published',
  'media.uploaded': 'media.uploaded',
  'build.finished': 'build.finished',
  'form.submitted': 'form.submitted',
};

/** `undefined` for an event that stays in Galley. */
export function integrationEventOf({
  type,
}: Pick<DomainEvent, 'type'>): IntegrationEvent | undefined {
  return integrationEventOfType[type];
}

/** Data of an event without what only Galley uses. */
export function integrationData({ id, actor, data }: DomainEvent) {
  const { document_id: _own, on_behalf_of: _people, ...facts } = data;
  return { ...facts, event_id: id, actor };
}
