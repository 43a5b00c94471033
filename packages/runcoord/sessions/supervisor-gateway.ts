import type { EventBatch } from './session-event-repository.ts';
import type { LivingSession, SessionEnd } from './session.ts';
import type {
  PlaceFence,
  StuckWork,
  SupervisedSession,
  SupervisorClaim,
  SupervisorRecord,
  SupervisorStatus,
} from './supervisor-repository.ts';

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
 * Each call takes one plain object, so that it works over a network. Updates for an ended session change nothing.
 * @throws `supervisor_fenced` from every write if another supervisor holds the location.
 */
export interface SupervisorGateway {
  /** `undefined` while another supervisor holds the location. */
  acquire(claim: Omit<SupervisorClaim, 'workspaceId'>): Promise<HeldPlace | undefined>;
  findHolder(asked: { readonly place: string }): Promise<string | undefined>;
  /** Returns false if another supervisor holds the location. */
  renew(wish: Fenced & { readonly milliseconds: number }): Promise<boolean>;
  tell(told: Fenced & { readonly status: SupervisorStatus }): Promise<void>;
  release(wish: Fenced): Promise<void>;
  /** Returns stuck work. */
  requestTurns(wish: Fenced): Promise<StuckWork[]>;
  listLiving(wish: Fenced): Promise<LivingSession[]>;
  claim(wish: Fenced & { readonly most: number }): Promise<LivingSession[]>;
  /** @throws `turn_over` if the session has ended, and the errors of `WorkerTokenService.create`. */
  issueToken(wish: OfSession & { readonly milliseconds: number }): Promise<string>;
  endToken(wish: OfSession): Promise<void>;
  recordRunning(told: OfSession & { readonly externalId: string }): Promise<void>;
  recordEnding(told: OfSession & { readonly reason: string }): Promise<void>;
  beat(told: OfSession): Promise<void>;
  /**
   * Stores the batch only if it continues from the stored position. Returns the new position; `undefined` if the session
   * has ended.
   */
  recordEvents(told: OfSession & EventBatch): Promise<number | undefined>;
  recordEnd(told: OfSession & { readonly end: SessionEnd }): Promise<void>;
  endAbandoned(wish: Fenced): Promise<void>;
  overview(asked: Readonly<Record<never, never>>): Promise<SupervisorOverview>;
}

export interface SupervisorOverview {
  readonly supervisors: readonly SupervisorRecord[];
  readonly sessions: readonly SupervisedSession[];
}
