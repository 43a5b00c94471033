import type { FoundAgent } from '@galley/runcoord';
import type { Adapter, CredentialFile, ResumedSession } from './adapters/index.ts';
import type { RepositoryView } from './repository-view.ts';

export interface LaunchedProgram {
  /** In `coordinator.adapters`. */
  readonly adapterName: string;
  readonly adapter: Adapter;
  readonly credentials: readonly CredentialFile[];
  /** Continue the session of the agent's previous turn in the run. */
  readonly canResume: boolean;
}

export interface AgentLaunch extends LaunchedProgram {
  readonly sessionId: string;
  readonly runId: string;
  readonly agentId: string;
  readonly requestEventId: number;
  readonly command: string;
  readonly mcpUrl: string;
  readonly image: string | undefined;
  /** That it reaches in a restricted network. */
  readonly hosts: readonly string[];
  /** Independent of the driver. Includes the token. */
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

export interface SessionOfAgent {
  readonly sessionId: string;
  readonly runId: string;
  readonly agentId: string;
}

/** A program's session that the next turn of the agent in the run can continue. */
export interface ResumableSession extends ResumedSession, SessionOfAgent, LaunchedProgram {}

/** Active sessions, and the revisions they have open. */
export interface InUse {
  readonly sessions: ReadonlySet<string>;
  readonly revisions: ReadonlySet<string>;
}

export interface Checkout extends AsyncDisposable {
  readonly path: string;
}

/** Sessions of programs, which later turns continue. */
export interface ResumableSessions {
  /** The program's session that this session continues. */
  findResumed(of: SessionOfAgent): Promise<ResumedSession | undefined>;
  /** The next turn begins a new session of the program. */
  forget(of: SessionOfAgent): Promise<void>;
}

/** Agents outlive the supervisor. The session id identifies an agent, so repeated calls of `start` start one. */
export interface Driver {
  readonly mcpUrl: string;
  readonly kept: ResumableSessions;
  /** Returns the external id; for an agent that was started before, the same one. @throws `CannotStart`. */
  start(launch: AgentLaunch): Promise<string>;
  /** Only agents with this location's label. */
  list(): Promise<FoundAgent[]>;
  state(agent: FoundAgent): Promise<AgentState>;
  /** `force` kills the agent with all its child processes. Does nothing if it has exited. */
  end(agent: FoundAgent, how: 'ask' | 'force'): Promise<void>;
  /**
   * Writes the agent's output to the log while it runs, redacting secrets of known formats. Each check calls it, also for
   * agents of an earlier supervisor, whose log it continues.
   */
  followLog(agent: FoundAgent, logFile: string): void;
  /** Resolves when the log has all output of an agent that has exited. */
  finishLog(agent: FoundAgent, logFile: string): Promise<void>;
  /** The working copy of an agent that has exited. The agent wrote it: do not trust it. */
  openCheckout(agent: FoundAgent): Promise<Checkout>;
  /** Keeps the program's session for the agent's next turn in the run, if the driver can. Call it before `remove`. */
  keepSession(session: ResumableSession): Promise<void>;
  remove(agent: FoundAgent): Promise<void>;
  tidy(inUse: InUse): Promise<void>;
  close(): Promise<void>;
}

/** Open it only while holding the lease of the location. */
export interface DriverOpening {
  readonly name: string;
  /** Identifies an engine, or a machine and project, where two supervisors would conflict. */
  readonly place: string;
  /** `onExit` is a hint that a process may have exited; the interval of the supervisor stays. */
  open(label: string, onExit: () => void): Promise<Driver>;
}

/** Retrying will not help. */
export class CannotStart extends Error {}

export function describeExit(
  code: number | null,
  signal: string | null,
): AgentState & { kind: 'exited' } {
  // A shell reports a signal as an exit code above 128.
  const killed = code !== null && (code === 137 || code === 143);
  const reason = signal === null ? `exit code ${code}` : `ended by ${signal}`;
  return { kind: 'exited', exitCode: code, reason, isInterrupted: signal !== null || killed };
}
