import type { Person } from './people.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
}

/** Two servers of one project, their files, and the sessions of all people. */
export interface Newsroom {
  /** Sends a request to the admin API; with a body, a POST. @throws `TypeError` if the server is gone. */
  ask(where: Where, path: string, body?: object): Promise<Answered>;
  /** Sends a request without a session; `path` is the full path. */
  visit(server: number, path: string): Promise<Answered>;
  /** Problem codes that the API description lists for an operation. */
  problemsOf(path: string): readonly string[];
  /** Reads a file of the content tree; null if missing. */
  read(path: string): Promise<string | null>;
  /** Replaces a file of the content tree as editors do; null removes it. */
  write(path: string, text: string | null): Promise<void>;
  /** Resolves when both servers have applied the setting. */
  requireApproval(isRequired: boolean): Promise<void>;
  /** Stops a server and starts a replacement, which may not be ready yet. */
  restart(server: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Kills a server after a delay and starts a replacement. */
  killAfter(server: number, milliseconds: number): Promise<void>;
}

export interface Where {
  readonly server: number;
  readonly who: Person;
}
