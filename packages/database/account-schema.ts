/** The newest row of a person is the current request. */
interface EmailChangesTable {
  id: string;
  username: string;
  email: string;
  /** Empty without one. */
  previous_email: string;
  requested_at: Date;
  /** SHA-256 of the token of a link; null until the message is written. */
  confirm_hash: string | null;
  stop_hash: string | null;
  confirmed_at: Date | null;
  stopped_at: Date | null;
}

/** Browsers in which a person has signed in; their cookie holds the token. */
interface KnownDevicesTable {
  token_hash: string;
  username: string;
  signed_in_at: Date;
}

export interface AccountSchema {
  email_changes: EmailChangesTable;
  known_devices: KnownDevicesTable;
}
