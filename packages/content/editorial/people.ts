/** Somebody who can sign in. */
export interface Person {
  /** As it is stored, however it was asked for. */
  readonly username: string;
  readonly grants: ReadonlySet<string>;
}

/** Who there is, as far as the work on documents has to know. */
export interface People {
  /** Undefined when there is nobody of that name, or they are disabled. */
  find(username: string): Promise<Person | undefined>;
}
