import type { FoundAgent } from '@galley/runcoord';
import type { RepositoryView } from './repository-view.ts';

/** All that is needed to start an agent for one turn. */
export interface AgentLaunch {
  readonly sessionId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly requestEventId: number;
  readonly adapter: string;
  /** One line for a shell. */
  readonly command: string;
  readonly image: string | undefined;
  /** What it is told, but for what depends on where it runs. Has its token. */
  readonly environment: Readonly<Record<string, string>>;
  readonly repository: RepositoryView | undefined;
  /** Where what it prints is kept. */
  readonly logFile: string;
}

export type AgentState =
  | { readonly kind: 'running' }
  /** Nothing is there any more that could tell how it ended. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'exited';
      readonly exitCode: number | null;
      readonly reason: string;
      /** Somebody killed it from outside. */
      readonly isInterrupted: boolean;
    };

/** What is not to be removed: sessions that are not over, and the revisions that they look at. */
export interface InUse {
  readonly sessions: ReadonlySet<string>;
  readonly revisions: ReadonlySet<string>;
}

/**
 * Starts agents and ends them. What it has started stays when the supervisor goes, is found by the next one, and is
 * known by the id of its session: so an agent is started once for a session, however often `start` is called.
 */
export interface Driver {
  /** Where agents reach the tools. */
  readonly mcpUrl: string;
  /** Returns what the agent is called from now on; of one that runs or has run already, the same. Throws `CannotStart`. */
  start(launch: AgentLaunch): Promise<string>;
  /** Everything that was started under the label of this place, and was not removed. */
  list(): Promise<FoundAgent[]>;
  state(agent: FoundAgent): Promise<AgentState>;
  /** Asks it to end, or ends it with all that it has started. Nothing happens when it has ended. */
  end(agent: FoundAgent, how: 'ask' | 'force'): Promise<void>;
  /** Puts what it has printed into a file, without secrets of known formats, where that is not done while it runs. */
  saveLog(agent: FoundAgent, logFile: string): Promise<void>;
  /** Removes what is left of one that has ended. */
  remove(agent: FoundAgent): Promise<void>;
  /** Removes what was made for agents and that none needs any more. */
  tidy(inUse: InUse): Promise<void>;
  close(): Promise<void>;
}

/** A driver that is not open yet: only who has the place may open it. */
export interface DriverOpening {
  readonly name: string;
  /** Of an engine, or of a machine and a project: where two supervisors would get in each other's way. */
  readonly place: string;
  open(label: string): Promise<Driver>;
}

/** It cannot be started, and will not be when it is tried again. */
export class CannotStart extends Error {}

/** A program and its words, which may be quoted: nothing that a shell would have to stay for. */
const oneProgram = /^[\w./@+-]+(?:\s[^;&|()<>`\n]*)?$/;

/** A command line for a shell, which finds what it is told on standard input, too. */
export function shellWords(command: string): [string, ...string[]] {
  // Where it can be, the program takes the place of the shell: then it is the one that signals reach.
  const begin = oneProgram.test(command) ? 'exec ' : '';
  return ['/bin/sh', '-c', `${begin}${command} <<GALLEY_END\n$GALLEY_PROMPT\nGALLEY_END\n`];
}

/** How a process ended, in words. */
export function exitOf(
  code: number | null,
  signal: string | null,
): AgentState & { kind: 'exited' } {
  // A shell tells of a signal by a code above 128.
  const killed = code !== null && (code === 137 || code === 143);
  const reason = signal === null ? `exit code ${code}` : `ended by ${signal}`;
  return { kind: 'exited', exitCode: code, reason, isInterrupted: signal !== null || killed };
}
