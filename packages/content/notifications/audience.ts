import type { Person } from '@galley/editorial';
import type { Capability } from '@galley/kernel';

/** Possible recipients: users who can sign in, with their current permissions. */
export interface Audience {
  /** People with these user names, in one query. */
  list(usernames: readonly string[]): Promise<Person[]>;
  /**
   * First `limit` people by user name who hold all capabilities for every document, not only for their own; in one
   * query.
   */
  listWith(capabilities: readonly Capability[], limit: number): Promise<Person[]>;
}
