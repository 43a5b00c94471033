import type { Account } from './account-read-model.ts';

/** A program's account: without password, sessions and second factor (ADD-SVC-1). */
export interface ServiceAccount extends Pick<
  Account,
  'username' | 'name' | 'role' | 'enabled' | 'createdAt'
> {
  readonly description: string;
  readonly createdBy: string;
  /** Told before tokens end: a person, a role, or without both all administrators. */
  readonly responsible: string | null;
  readonly responsibleRole: string | null;
  /** Valid ones. */
  readonly tokens: number;
  /** Last use of any of its tokens. */
  readonly lastUsedAt: Date | null;
  /** People who have ever had a secret of it: they contribute to all that it writes (ADD-SVC-3). */
  readonly holders: readonly string[];
}

export interface ServiceAccountFields {
  /** With or without the prefix `service:`. */
  readonly username: string;
  /** Defaults to the name without the prefix. */
  readonly name?: string | undefined;
  readonly description: string;
  readonly role: string;
  readonly responsible?: string | null | undefined;
  readonly responsibleRole?: string | null | undefined;
  /** Unchanged when absent. */
  readonly enabled?: boolean | undefined;
}
