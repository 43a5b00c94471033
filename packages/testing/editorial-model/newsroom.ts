import type { Person } from './people.ts';

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
}

export interface Newsroom {
  /** Sends a request to the admin API; with a body, a POST. @throws `TypeError` if the server is gone. */
  ask(where: Where, path: string, body?: object): Promise<Answered>;
  visit(server: number, path: string): Promise<Answered>;
  problemsOf(path: string): readonly string[];
  /** Reads a file of the content tree; null if missing. */
  read(path: string): Promise<string | null>;
  /** Replaces a file of the content tree as editors do; null removes it, and resolves when a server has noticed. */
  write(path: string, text: string | null): Promise<void>;
  move(from: string, to: string): Promise<void>;
  /** Resolves when both servers have applied the setting. */
  requireApproval(isRequired: boolean): Promise<void>;
  /** Stops a server and starts a replacement, which may not be ready yet. */
  restart(server: number, signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  killAfter(server: number, milliseconds: number): Promise<void>;
}

export interface Where {
  readonly server: number;
  readonly who: Person;
}
