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

/** Separate from `users`, so that requests do not read the image. */
interface UserPicturesTable {
  username: string;
  /** SHA-256 of the image, in hexadecimal. */
  hash: string;
  /** WebP. */
  image: Buffer;
  /** Approval for public pages: its author, and the display name that it applies to. */
  approved_by: string | null;
  approved_name: string | null;
}

export interface AccountSchema {
  user_pictures: UserPicturesTable;
  email_changes: EmailChangesTable;
  known_devices: KnownDevicesTable;
}
