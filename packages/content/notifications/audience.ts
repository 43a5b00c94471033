import type { Person } from '@galley/editorial';
import type { Capability } from '@galley/kernel';

/** Who can be told something: people who can sign in, with what they may do now. */
export interface Audience {
  /** Those of these names, in one query. */
  list(usernames: readonly string[]): Promise<Person[]>;
  /**
   * The first `limit` by user name who have all of the capabilities everywhere, and not only for what is theirs; in
   * one query.
   */
  listWith(capabilities: readonly Capability[], limit: number): Promise<Person[]>;
}
