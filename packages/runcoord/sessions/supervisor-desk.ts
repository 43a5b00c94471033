import type { LivingSession, SessionEnd } from './session.ts';
import type {
  PlaceFence,
  StuckWork,
  SupervisedSession,
  SupervisorClaim,
  SupervisorRecord,
  SupervisorStatus,
} from './supervisor-repository.ts';

/** A place that a supervisor has, and the label of what runs there. */
export interface HeldPlace {
  readonly fence: PlaceFence;
  readonly label: string;
}

interface Fenced {
  readonly fence: PlaceFence;
}

interface OfSession extends Fenced {
  readonly sessionId: string;
}

/**
 * All that a supervisor asks of a coordinator, for one workspace. Each call takes one plain object, so that it can be
 * made over a network. What writes throws `supervisor_fenced` when another supervisor has the place; what is told of a
 * session that is over changes nothing.
 */
export interface SupervisorDesk {
  /** Undefined while another supervisor has the place. */
  acquire(claim: Omit<SupervisorClaim, 'workspaceId'>): Promise<HeldPlace | undefined>;
  findHolder(asked: { readonly place: string }): Promise<string | undefined>;
  /** False when another supervisor has the place. */
  renew(wish: Fenced & { readonly milliseconds: number }): Promise<boolean>;
  tell(told: Fenced & { readonly status: SupervisorStatus }): Promise<void>;
  release(wish: Fenced): Promise<void>;
  /** Asks for the turns of agents that have something to do; returns what is stuck. */
  requestTurns(wish: Fenced): Promise<StuckWork[]>;
  listLiving(wish: Fenced): Promise<LivingSession[]>;
  /** Takes up to so many of the turns that are scheduled. */
  claim(wish: Fenced & { readonly most: number }): Promise<LivingSession[]>;
  /** Throws `turn_over` when the session is over, and what `WorkerTokenService.create` throws. */
  issueToken(wish: OfSession & { readonly milliseconds: number }): Promise<string>;
  endToken(wish: OfSession): Promise<void>;
  recordRunning(told: OfSession & { readonly externalId: string }): Promise<void>;
  recordEnding(told: OfSession & { readonly reason: string }): Promise<void>;
  beat(told: OfSession): Promise<void>;
  recordEnd(told: OfSession & { readonly end: SessionEnd }): Promise<void>;
  endAbandoned(wish: Fenced): Promise<void>;
  /** The supervisors of the workspace, and the sessions that are not over. */
  overview(asked: Readonly<Record<never, never>>): Promise<SupervisorOverview>;
}

export interface SupervisorOverview {
  readonly supervisors: readonly SupervisorRecord[];
  readonly sessions: readonly SupervisedSession[];
}
