export interface Session {
  readonly id: string;
  readonly runId: string;
  readonly goal: string;
  readonly runState: string;
  readonly agentId: string;
  readonly requestEventId: number;
  /** `starting` until the start of the agent is confirmed. */
  readonly status: 'starting' | 'running';
  /** Id assigned by the driver; null while starting. */
  readonly externalId: string | null;
  readonly tokenId: string | null;
  readonly attempts: number;
  readonly startedAt: Date;
  readonly endingAt: Date | null;
  readonly endReason: string | null;
}

export interface LivingSession extends Session {
  readonly turn: {
    readonly state: 'in_flight' | 'completed' | 'expired';
    readonly reason: string;
    /** The changes to make, in a turn for a revision. */
    readonly note?: string;
    readonly aliveAt: Date;
  };
}

export interface SessionEnd {
  /** Null if unknown. */
  readonly exitCode: number | null;
  readonly reason: string;
  /** The agent is not the cause: it could not be started, was killed from outside, or vanished. */
  readonly isInterrupted: boolean;
  /** Found in the output of the agent; a failure for which the exit code is no evidence. */
  readonly failure?: 'sign_in' | 'quota' | undefined;
  readonly logFile: string | null;
}
