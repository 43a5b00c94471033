export interface Person {
  /** As stored, regardless of the spelling in the query. */
  readonly username: string;
  readonly grants: ReadonlySet<string>;
}

/** GAP-ED-4. */
export function mayReview({ grants }: Person): boolean {
  return grants.has('*') || grants.has('documents.review');
}

export interface People {
  /** Undefined for unknown or disabled users. */
  find(username: string): Promise<Person | undefined>;
}
