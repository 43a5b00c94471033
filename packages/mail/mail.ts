/** Texts in `texts/`, under the same names. */
export type MailKind =
  | 'invitation'
  | 'password_reset'
  | 'password_changed'
  | 'second_factor_enabled'
  | 'sign_in_linked'
  | 'sign_in_unlinked'
  | 'second_factor_disabled'
  | 'passkey_added'
  | 'passkey_removed'
  | 'email_changed'
  | 'token_expiring'
  | 'service_token_expiring'
  | 'email_confirm'
  | 'email_requested'
  | 'new_device'
  | 'review_requested'
  | 'assigned'
  | 'approved'
  | 'changes_requested'
  | 'schedule_missed'
  | 'published'
  | 'due_soon'
  | 'overdue'
  | 'mentioned'
  | 'commented'
  | 'test';

/** Values of `{{ name }}` in a text; times are written in the language of the recipient. */
export type MailValues = Readonly<Record<string, string | Date>>;

export interface NewMail {
  readonly kind: MailKind;
  /** Address of the recipient. */
  readonly to: string;
  /** The account that the message concerns; null for a test. */
  readonly username: string | null;
  /** Empty for the language of the site. */
  readonly language: string;
  /** For times; absent or empty for the zone of the site. */
  readonly timeZone?: string;
  readonly values: MailValues;
  /** A message with a link is not sent after the link has expired. */
  readonly expiresAt?: Date;
  /** Address that ends messages of this kind with a `POST` (RFC 8058). */
  readonly unsubscribe?: string;
}

/** Without its text, which is removed when the message has been sent or given up. */
export interface SentMail {
  readonly id: string;
  /** A `MailKind`, or one of another version. */
  readonly kind: string;
  readonly recipient: string;
  readonly username: string | null;
  readonly status: 'pending' | 'sent' | 'failed';
  readonly attempts: number;
  readonly createdAt: Date;
  readonly lastAttemptAt: Date | null;
  readonly dueAt: Date | null;
  readonly expiresAt: Date | null;
  /** Failure of the last attempt. */
  readonly error: string | null;
}

export interface MailContent {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly unsubscribe?: string;
}
