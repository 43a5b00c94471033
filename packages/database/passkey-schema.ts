export type PasskeyPurpose = 'add' | 'sign_in' | 'second_factor' | 'confirm';

export interface PasskeyChallengesTable {
  /** Base64url. */
  challenge: string;
  purpose: PasskeyPurpose;
  /** Id of the session, or SHA-256 of the cookie of a browser without one. */
  binding: string;
  username: string | null;
  expires_at: Date;
}
