import type { Database, Transaction } from '@galley/database';
import { newId, systemActor, type Clock } from '@galley/kernel';
import { runProblems } from '../problems.ts';
import { RunEventRepository } from '../run-event-repository.ts';
import type { RunEventType } from '../run-event.ts';
import { RunRepository } from '../run-repository.ts';
import { isInProgress } from '../transitions.ts';
import { TurnWorkRepository, type WorkTurn } from '../workers/turn-work-repository.ts';
import { workerTokenSeconds, type WorkerTokenService } from '../workers/worker-token-service.ts';
import { workerScopes } from '../workers/worker.ts';
import { SessionRepository, type OpenTurn } from './session-repository.ts';
import { isBeatDue } from './session-rules.ts';
import type { LivingSession, Session, SessionEnd } from './session.ts';
import { SupervisorRepository, type SupervisorFence } from './supervisor-repository.ts';

export interface SessionServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly fence: SupervisorFence;
  readonly tokens: WorkerTokenService;
  /** Milliseconds without a sign of a turn, after which it is over. */
  readonly turnLease: number;
}

const bySupervisor = { username: systemActor.username, address: '', requestId: '' };

/**
 * The sessions of one place, for the supervisor that has it: each is the one start of an agent for one turn, whatever
 * dies in between. Everything is written under the supervisor's fence, so that one that was taken over from writes
 * nothing more.
 */
export class SessionService {
  readonly #options: SessionServiceOptions;
  readonly #sessions: SessionRepository;

  constructor(options: SessionServiceOptions) {
    this.#options = options;
    this.#sessions = new SessionRepository(options.db);
  }

  /** Those that are not over, each with its turn. */
  async listLiving(): Promise<LivingSession[]> {
    const sessions = await this.#sessions.listLiving(this.#options.fence);
    return Promise.all(sessions.map((session) => this.#withTurn(session)));
  }

  /** Undefined when it is over, or of another place. */
  async findLiving(id: string): Promise<LivingSession | undefined> {
    const session = await this.#sessions.findLiving(this.#options.fence, id);
    return session && this.#withTurn(session);
  }

  async #withTurn(session: Session): Promise<LivingSession> {
    const turns = new TurnWorkRepository(this.#options.db);
    const turn = await turns.find(session.runId, session.requestEventId);
    return { ...session, turn: turnOf(session, turn) };
  }

  /** Takes up to so many of the turns that are scheduled, and that nobody else has taken. */
  async claim(most: number): Promise<LivingSession[]> {
    if (most <= 0) return [];
    const claimed: string[] = [];
    for (const turn of await this.#sessions.listOpenTurns(this.#options.fence.workspaceId)) {
      if (claimed.length >= most) break;
      const id = await this.#claim(turn);
      if (id !== undefined) claimed.push(id);
    }
    if (claimed.length === 0) return [];
    return (await this.listLiving()).filter(({ id }) => claimed.includes(id));
  }

  #claim({ runId, agentId, requestEventId }: OpenTurn): Promise<string | undefined> {
    const { clock, fence } = this.#options;
    return this.#fenced(async (transaction) => {
      // Whoever stops the run waits for this, and finds the session then.
      const state = await new RunRepository(transaction).holdState(runId);
      if (!isInProgress(state)) return undefined;
      const turn = await new TurnWorkRepository(transaction).find(runId, requestEventId);
      if (turn?.state !== 'scheduled') return undefined;
      const startedAt = clock.now();
      const id = newId(startedAt.getTime());
      const session = { id, runId, agentId, requestEventId, place: fence.place, startedAt };
      const isOurs = await new SessionRepository(transaction).insert(session);
      return isOurs ? id : undefined;
    });
  }

  /**
   * A token for the agent, that ends with the session and after so many milliseconds at the latest; an earlier one of
   * the session is revoked. Throws what `WorkerTokenService.create` throws.
   */
  async issueToken(session: Session, milliseconds: number): Promise<string> {
    await this.#requireFence();
    await this.endToken(session);
    const { fence, tokens } = this.#options;
    const { least, most } = workerTokenSeconds;
    const ttlSeconds = Math.min(most, Math.max(least, Math.ceil(milliseconds / 1_000)));
    const { runId, agentId } = session;
    const { workspaceId } = fence;
    const wish = { workspaceId, runId, agentId, scopes: workerScopes, ttlSeconds };
    const { token, record } = await tokens.create({ ...wish, by: bySupervisor });
    await this.#fenced((transaction) =>
      new SessionRepository(transaction).setToken(session.id, record.id),
    );
    return token;
  }

  /** Nothing comes of the token after this. */
  async endToken({ tokenId }: Pick<Session, 'tokenId'>): Promise<void> {
    if (tokenId === null) return;
    const { tokens, fence } = this.#options;
    await this.#requireFence();
    try {
      await tokens.revoke(fence.workspaceId, tokenId, bySupervisor);
    } catch (error) {
      // One that ended long ago is not kept.
      if (!runProblems.worker_token_not_found.is(error)) throw error;
    }
  }

  recordRunning({ id }: Session, externalId: string): Promise<void> {
    return this.#fenced((transaction) =>
      new SessionRepository(transaction).setRunning(id, externalId),
    );
  }

  recordEnding({ id }: Session, reason: string): Promise<void> {
    const at = this.#options.clock.now();
    return this.#fenced((transaction) =>
      new SessionRepository(transaction).setEnding(id, reason, at),
    );
  }

  /** Tells that the agent lives, when that is due. */
  async beat(session: LivingSession): Promise<void> {
    const { clock, turnLease } = this.#options;
    if (!isBeatDue(session, { turnLease, now: clock.now() })) return;
    await this.#fenced((transaction) =>
      this.#tellOfTurn(transaction, session, { type: 'agent.turn_heartbeat' }),
    );
  }

  /**
   * The session is over, and with it the turn, unless the agent has ended that itself: it is completed after exit code
   * 0, and expired after all else. Its token is revoked before.
   */
  async recordEnd(session: LivingSession, end: SessionEnd): Promise<void> {
    await this.endToken(session);
    const at = this.#options.clock.now();
    await this.#fenced(async (transaction) => {
      if (!(await new SessionRepository(transaction).end(session.id, end, at))) return;
      const { exitCode, reason, isInterrupted } = end;
      const isDone = exitCode === 0 && session.endReason === null;
      await this.#tellOfTurn(
        transaction,
        session,
        isDone
          ? { type: 'agent.turn_completed', summary: reason }
          : { type: 'agent.turn_expired', reason, interrupted: isInterrupted },
      );
    });
  }

  /** Ends what other supervisors have left behind whose turn is over. */
  endAbandoned(): Promise<number> {
    const { fence, clock } = this.#options;
    return this.#fenced((transaction) =>
      new SessionRepository(transaction).endAbandoned(fence, clock.now()),
    );
  }

  /** What is told of a turn that is over changes nothing, and is not told. */
  async #tellOfTurn(
    transaction: Transaction,
    { runId, agentId, requestEventId }: Session,
    { type, ...more }: { readonly type: RunEventType } & Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const events = new RunEventRepository(transaction);
    await events.lock();
    const turn = await new TurnWorkRepository(transaction).find(runId, requestEventId);
    if (!turn || turn.state === 'completed' || turn.state === 'expired') return;
    const payload = { agent_id: agentId, request_event_id: requestEventId, ...more };
    await events.append([{ runId, type, payload, at: this.#options.clock.now() }]);
  }

  /** For what goes on in transactions of its own: one that was taken over from does not even begin. */
  async #requireFence(): Promise<void> {
    await this.#fenced(() => Promise.resolve());
  }

  #fenced<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { db, fence } = this.#options;
    return db.transaction().execute(async (transaction) => {
      await new SupervisorRepository(transaction).hold(fence);
      return work(transaction);
    });
  }
}

function turnOf(session: Session, turn: WorkTurn | undefined): LivingSession['turn'] {
  const aliveAt = turn?.aliveAt ?? session.startedAt;
  const reason = turn?.reason ?? '';
  if (turn?.state === 'completed' || turn?.state === 'expired')
    return { state: turn.state, reason, aliveAt };
  return { state: 'in_flight', reason, aliveAt };
}
