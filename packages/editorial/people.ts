/** Somebody who can sign in. */
export interface Person {
  /** As it is stored, however it was asked for. */
  readonly username: string;
  readonly grants: ReadonlySet<string>;
}

/** Whether they may decide on what others write (GAP-ED-4). */
export function mayReview({ grants }: Person): boolean {
  return grants.has('*') || grants.has('documents.review');
}

/** Who there is, as far as the work on documents has to know. */
export interface People {
  /** Undefined when there is nobody of that name, or they are disabled. */
  find(username: string): Promise<Person | undefined>;
}
