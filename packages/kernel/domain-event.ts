/**
 * Every type of event in the stream of what happened. One change may be several: a save that also publishes is
 * `document.updated`, `document.status_changed` and `document.published`, in this order.
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
  /** It was to be published or taken off the public at a time, and could not be. */
  'document.schedule_missed',
  /** In the trash. */
  'document.trashed',
  /** Its file has gone from the content tree. */
  'document.removed',
  'media.uploaded',
  /** The static output was made, whether anything in it changed or not. */
  'build.finished',
  'user.created',
  'user.updated',
  'user.deleted',
] as const;

export type DomainEventType = (typeof domainEventTypes)[number];

/** Something that happened, for whoever wants to follow: notifications, plugins, caches. */
export interface NewDomainEvent {
  readonly type: DomainEventType;
  readonly at: Date;
  /** User name, `galley` for Galley itself, `external` for an edit on disk. */
  readonly actor: string;
  /** What it happened to: the path of a document, a user name. */
  readonly subject: string;
  /** JSON, and never a secret; each type has its own. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface DomainEvent extends NewDomainEvent {
  /** Ids are given in the order of the commits: whoever has read up to one has missed nothing before it. */
  readonly id: number;
}
