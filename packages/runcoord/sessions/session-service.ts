import type { Database, Transaction } from '@galley/database';
import { newId, redactSecrets, systemActor, type Clock } from '@galley/kernel';
import { runProblems } from '../problems.ts';
import { RunEventRepository } from '../run-event-repository.ts';
import type { RunEventType } from '../run-event.ts';
import { RunRepository } from '../run-repository.ts';
import { isInProgress } from '../transitions.ts';
import { isTurnOver, TurnWorkRepository, type WorkTurn } from '../workers/turn-work-repository.ts';
import { workerTokenSeconds, type WorkerTokenService } from '../workers/worker-token-service.ts';
import { SessionEventRepository, type EventBatch } from './session-event-repository.ts';
import { lapsed } from '../turn-step.ts';
import { NeedsReadModel } from './needs-read-model.ts';
import { SessionRepository, type OpenTurn } from './session-repository.ts';
import { decideTurnEnd, isBeatDue } from './session-rules.ts';
import type { LivingSession, Session, SessionEnd } from './session.ts';
import { SupervisorRepository, type SupervisorFence } from './supervisor-repository.ts';

export interface SessionServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly fence: SupervisorFence;
  readonly tokens: WorkerTokenService;
  /** Milliseconds without a heartbeat after which a turn expires. */
  readonly turnLease: number;
}

const bySupervisor = { username: systemActor.username, address: '', requestId: '' };

/** A session is the single start of an agent for one turn. All writes check the supervisor's fence. */
export class SessionService {
  readonly #options: SessionServiceOptions;
  readonly #sessions: SessionRepository;

  constructor(options: SessionServiceOptions) {
    this.#options = options;
    this.#sessions = new SessionRepository(options.db);
  }

  async listLiving(): Promise<LivingSession[]> {
    const sessions = await this.#sessions.listLiving(this.#options.fence);
    return Promise.all(sessions.map((session) => this.#withTurn(session)));
  }

  /** `undefined` if the session has ended or belongs to another location. */
  async findLiving(id: string): Promise<LivingSession | undefined> {
    const session = await this.#sessions.findLiving(this.#options.fence, id);
    return session && this.#withTurn(session);
  }

  async #withTurn(session: Session): Promise<LivingSession> {
    const turns = new TurnWorkRepository(this.#options.db);
    const turn = await turns.find(session.runId, session.requestEventId);
    return { ...session, turn: turnOf(session, turn) };
  }

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
      // A concurrent stop of the run waits for this lock and then finds the session.
      const state = await new RunRepository(transaction).holdState(runId);
      if (!isInProgress(state)) return undefined;
      // A person may stop the turn at the same time: the second of both sees the first.
      await new RunEventRepository(transaction).lock();
      const turn = await new TurnWorkRepository(transaction).find(runId, requestEventId);
      if (turn?.state !== 'scheduled') return undefined;
      if (await new NeedsReadModel(transaction).hasLapsed(runId, requestEventId)) {
        const expired = { type: 'agent.turn_expired', ...lapsed } as const;
        await this.#tellOfTurn(transaction, { runId, agentId, requestEventId }, expired);
        return undefined;
      }
      const startedAt = clock.now();
      const id = newId(startedAt.getTime());
      const session = { id, runId, agentId, requestEventId, place: fence.place, startedAt };
      const isOurs = await new SessionRepository(transaction).insert(session);
      return isOurs ? id : undefined;
    });
  }

  /** With the scopes of the agent's role. Expires with the session or after `milliseconds`. Revokes older tokens. @throws as `WorkerTokenService.create`. */
  async issueToken(session: Session, milliseconds: number): Promise<string> {
    await this.#requireFence();
    await this.endToken(session);
    const { fence, tokens } = this.#options;
    const { least, most } = workerTokenSeconds;
    const ttlSeconds = Math.min(most, Math.max(least, Math.ceil(milliseconds / 1_000)));
    const { runId, agentId } = session;
    const { workspaceId } = fence;
    const wish = { workspaceId, runId, agentId, ttlSeconds };
    const { token, record } = await tokens.create({ ...wish, by: bySupervisor });
    await this.#fenced((transaction) =>
      new SessionRepository(transaction).setToken(session.id, record.id),
    );
    return token;
  }

  async endToken({ tokenId }: Pick<Session, 'tokenId'>): Promise<void> {
    if (tokenId === null) return;
    const { tokens, fence } = this.#options;
    await this.#requireFence();
    try {
      await tokens.revoke(fence.workspaceId, tokenId, bySupervisor);
    } catch (error) {
      // Deleted tokens ended long ago.
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

  async beat(session: LivingSession): Promise<void> {
    const { clock, turnLease } = this.#options;
    if (!isBeatDue(session, { turnLease, now: clock.now() })) return;
    await this.#fenced((transaction) =>
      this.#tellOfTurn(transaction, session, { type: 'agent.turn_heartbeat' }),
    );
  }

  recordEvents({ id }: Session, batch: EventBatch): Promise<number | undefined> {
    const at = this.#options.clock.now();
    return this.#fenced((transaction) =>
      new SessionEventRepository(transaction).append(id, batch, at),
    );
  }

  /** Ends a turn that the agent left open (`decideTurnEnd`). Revokes the token first. */
  async recordEnd(session: LivingSession, told: SessionEnd): Promise<void> {
    await this.endToken(session);
    // The last words of a program.
    const end = { ...told, reason: redactSecrets(told.reason) };
    const at = this.#options.clock.now();
    await this.#fenced(async (transaction) => {
      const sessions = new SessionRepository(transaction);
      if (!(await sessions.end(session.id, end, at))) return;
      const hasWorked = await sessions.hasWorked(session);
      await this.#tellOfTurn(transaction, session, decideTurnEnd(session, end, hasWorked));
    });
  }

  endAbandoned(): Promise<number> {
    const { fence, clock } = this.#options;
    return this.#fenced((transaction) =>
      new SessionRepository(transaction).endAbandoned(fence, clock.now()),
    );
  }

  async #tellOfTurn(
    transaction: Transaction,
    { runId, agentId, requestEventId }: OpenTurn,
    { type, ...more }: { readonly type: RunEventType } & Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const events = new RunEventRepository(transaction);
    await events.lock();
    const turn = await new TurnWorkRepository(transaction).find(runId, requestEventId);
    if (!turn || isTurnOver(turn.state)) return;
    const payload = { agent_id: agentId, request_event_id: requestEventId, ...more };
    await events.append([{ runId, type, payload, at: this.#options.clock.now() }]);
  }

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
  if (turn && isTurnOver(turn.state))
    return { state: turn.state === 'completed' ? 'completed' : 'expired', reason, aliveAt };
  return { state: 'in_flight', reason, aliveAt };
}
