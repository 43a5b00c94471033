import type { Person } from '@galley/editorial';
import type { Capability } from '@galley/kernel';

/** Users who can sign in, with their current permissions. */
export interface Audience {
  /** In one query. */
  list(usernames: readonly string[]): Promise<Person[]>;
  /** By user name: people who hold all capabilities for every document, not only for their own. In one query. */
  listWith(capabilities: readonly Capability[], limit: number): Promise<Person[]>;
}
