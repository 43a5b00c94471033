/** One start of an agent for one turn, as far as it is not over. */
export interface Session {
  readonly id: string;
  readonly runId: string;
  readonly goal: string;
  /** Of the run, now. */
  readonly runState: string;
  readonly agentId: string;
  /** The id of the event that asked for the turn. */
  readonly requestEventId: number;
  /** `starting` until it is known that the agent was started. */
  readonly status: 'starting' | 'running';
  /** What the driver calls it; null while it is starting. */
  readonly externalId: string | null;
  readonly tokenId: string | null;
  /** How often it was tried to start it. */
  readonly attempts: number;
  readonly startedAt: Date;
  /** When it was asked to end. */
  readonly endingAt: Date | null;
  /** Why it was. */
  readonly endReason: string | null;
}

/** A session together with the turn that it is for. */
export interface LivingSession extends Session {
  readonly turn: {
    readonly state: 'in_flight' | 'completed' | 'expired';
    readonly reason: string;
    /** The last sign of life that the stream of the run has. */
    readonly aliveAt: Date;
  };
}

/** How a session ended. */
export interface SessionEnd {
  /** Null when nobody knows it. */
  readonly exitCode: number | null;
  readonly reason: string;
  /** It was no doing of the agent's: it could not be started, was killed from outside, or vanished. */
  readonly isInterrupted: boolean;
  readonly logFile: string | null;
}
