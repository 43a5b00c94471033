import type { FoundAgent } from '@galley/runcoord';
import type { RepositoryView } from './repository-view.ts';

/** Everything needed to start an agent for one turn. */
export interface AgentLaunch {
  readonly sessionId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly requestEventId: number;
  readonly adapter: string;
  /** Shell command line. */
  readonly command: string;
  readonly image: string | undefined;
  /** Environment variables that do not depend on the driver. Includes the token. */
  readonly environment: Readonly<Record<string, string>>;
  readonly repository: RepositoryView | undefined;
  readonly logFile: string;
}

export type AgentState =
  | { readonly kind: 'running' }
  /** Missing, with no record of how it ended. */
  | { readonly kind: 'gone' }
  | {
      readonly kind: 'exited';
      readonly exitCode: number | null;
      readonly reason: string;
      /** Killed from outside. */
      readonly isInterrupted: boolean;
    };

/** Active sessions, and the revisions they have open. Both are kept. */
export interface InUse {
  readonly sessions: ReadonlySet<string>;
  readonly revisions: ReadonlySet<string>;
}

/**
 * Starts and stops agents. Agents outlive the supervisor and are found again by the next one through their session id,
 * so repeated calls of `start` start one agent per session.
 */
export interface Driver {
  /** URL of the MCP endpoint as seen by agents. */
  readonly mcpUrl: string;
  /**
   * Starts the agent and returns its external id; for an agent that was started before, the same id.
   * @throws `CannotStart`.
   */
  start(launch: AgentLaunch): Promise<string>;
  /** All agents with this location's label that were not removed. */
  list(): Promise<FoundAgent[]>;
  state(agent: FoundAgent): Promise<AgentState>;
  /** Asks the agent to exit, or kills it with all its child processes. Does nothing if it has exited. */
  end(agent: FoundAgent, how: 'ask' | 'force'): Promise<void>;
  /**
   * Writes the agent's output to a file, with secrets of known formats redacted, unless the driver does so while the
   * agent runs.
   */
  saveLog(agent: FoundAgent, logFile: string): Promise<void>;
  remove(agent: FoundAgent): Promise<void>;
  /** Removes resources that no agent needs anymore. */
  tidy(inUse: InUse): Promise<void>;
  close(): Promise<void>;
}

/** A driver before it is opened. Open it only while holding the lease of the location. */
export interface DriverOpening {
  readonly name: string;
  /** Identifies an engine, or a machine and project: a place where two supervisors would conflict. */
  readonly place: string;
  open(label: string): Promise<Driver>;
}

/** The agent cannot be started, and retrying will not help. */
export class CannotStart extends Error {}

/** Matches a program with arguments, optionally quoted: a command line without other shell syntax. */
const oneProgram = /^[\w./@+-]+(?:\s[^;&|()<>`\n]*)?$/;

/** Shell invocation of a command line; the prompt is also passed on standard input. */
export function shellCommand(command: string): [string, ...string[]] {
  // With `exec` the program replaces the shell, so that it receives the signals.
  const begin = oneProgram.test(command) ? 'exec ' : '';
  return ['/bin/sh', '-c', `${begin}${command} <<GALLEY_END\n$GALLEY_PROMPT\nGALLEY_END\n`];
}

export function describeExit(
  code: number | null,
  signal: string | null,
): AgentState & { kind: 'exited' } {
  // A shell reports a signal as an exit code above 128.
  const killed = code !== null && (code === 137 || code === 143);
  const reason = signal === null ? `exit code ${code}` : `ended by ${signal}`;
  return { kind: 'exited', exitCode: code, reason, isInterrupted: signal !== null || killed };
}
