import type { Person } from './people.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
  /** Of a refusal. */
  readonly code: string | undefined;
}

/** Two servers of one project, the files below them, and everybody's sessions. */
export interface Newsroom {
  /** A request below the admin API; with a body it is a POST. Throws a `TypeError` when the server is gone. */
  ask(where: Where, path: string, body?: object): Promise<Answered>;
  /** A request of somebody who is not signed in, by its whole path. */
  visit(server: number, path: string): Promise<Answered>;
  /** The codes that the API's description names for an operation. */
  problemsOf(path: string): readonly string[];
  /** A file of the content tree, or null. */
  read(path: string): Promise<string | null>;
  /** Replaces a file of the content tree as editors do; null removes it. */
  write(path: string, text: string | null): Promise<void>;
  /** Resolves when both servers have taken it over. */
  requireApproval(isRequired: boolean): Promise<void>;
  /** Ends a server and starts another in its place, which need not be ready yet. */
  restart(server: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Kills a server after so many milliseconds, and starts another in its place. */
  killAfter(server: number, milliseconds: number): Promise<void>;
}

export interface Where {
  readonly server: number;
  readonly who: Person;
}
