import type { Database } from '@galley/database';
import type { Clock } from '@galley/kernel';
import { runProblems } from '../problems.ts';
import type { Enforcement } from '../run-state-decision.ts';
import type { WorkerTokenService } from '../workers/worker-token-service.ts';
import { SessionService } from './session-service.ts';
import type { LivingSession } from './session.ts';
import type { SupervisorGateway } from './supervisor-gateway.ts';
import { SupervisorRepository, type PlaceFence } from './supervisor-repository.ts';
import { TurnRequests } from './turn-requests.ts';

export interface SupervisorServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** No call can name another workspace. */
  readonly workspaceId: string;
  readonly tokens: WorkerTokenService;
  /** Milliseconds without a heartbeat after which a turn expires. */
  readonly turnLease: number;
  readonly enforcement: Enforcement;
}

type Given<Method extends keyof SupervisorGateway> = Parameters<SupervisorGateway[Method]>[0];

/** Sessions are looked up within the fence's location, so a caller reaches only its own sessions and tokens. */
export class SupervisorService implements SupervisorGateway {
  readonly #options: SupervisorServiceOptions;
  readonly #supervisors: SupervisorRepository;
  readonly #requests: TurnRequests;

  constructor(options: SupervisorServiceOptions) {
    this.#options = options;
    this.#supervisors = new SupervisorRepository(options.db);
    this.#requests = new TurnRequests(options);
  }

  async acquire(claim: Given<'acquire'>) {
    const { workspaceId } = this.#options;
    const held = await this.#supervisors.acquire({ ...claim, workspaceId });
    if (!held) return undefined;
    const { place, epoch } = held.fence;
    return { fence: { place, epoch }, label: held.label };
  }

  findHolder({ place }: Given<'findHolder'>) {
    return this.#supervisors.findHolder(this.#options.workspaceId, place);
  }

  renew({ fence, milliseconds }: Given<'renew'>) {
    return this.#supervisors.renew(this.#fence(fence), milliseconds);
  }

  tell({ fence, status }: Given<'tell'>) {
    return this.#supervisors.tell(this.#fence(fence), status);
  }

  release({ fence }: Given<'release'>) {
    return this.#supervisors.release(this.#fence(fence));
  }

  requestTurns({ fence }: Given<'requestTurns'>) {
    return this.#requests.look(this.#fence(fence));
  }

  listLiving({ fence }: Given<'listLiving'>) {
    return this.#sessions(fence).listLiving();
  }

  claim({ fence, most }: Given<'claim'>) {
    return this.#sessions(fence).claim(most);
  }

  async issueToken({ milliseconds, ...of }: Given<'issueToken'>) {
    const token = await this.#withSession(of, (sessions, session) =>
      sessions.issueToken(session, milliseconds),
    );
    if (token !== undefined) return token;
    throw runProblems.turn_over('The session has ended. Its agent cannot get a token.');
  }

  async endToken(of: Given<'endToken'>) {
    await this.#withSession(of, (sessions, session) => sessions.endToken(session));
  }

  async recordRunning({ externalId, ...of }: Given<'recordRunning'>) {
    await this.#withSession(of, (sessions, session) => sessions.recordRunning(session, externalId));
  }

  async recordEnding({ reason, ...of }: Given<'recordEnding'>) {
    await this.#withSession(of, (sessions, session) => sessions.recordEnding(session, reason));
  }

  async beat(of: Given<'beat'>) {
    await this.#withSession(of, (sessions, session) => sessions.beat(session));
  }

  recordEvents({ fence, sessionId, ...batch }: Given<'recordEvents'>) {
    return this.#withSession({ fence, sessionId }, (sessions, session) =>
      sessions.recordEvents(session, batch),
    );
  }

  async recordEnd({ end, ...of }: Given<'recordEnd'>) {
    await this.#withSession(of, (sessions, session) => sessions.recordEnd(session, end));
  }

  async endAbandoned({ fence }: Given<'endAbandoned'>) {
    await this.#sessions(fence).endAbandoned();
  }

  async overview() {
    const { workspaceId } = this.#options;
    const [supervisors, sessions] = await Promise.all([
      this.#supervisors.list(workspaceId),
      this.#supervisors.listSessions(workspaceId),
    ]);
    return { supervisors, sessions };
  }

  async #withSession<T>(
    { fence, sessionId }: { readonly fence: PlaceFence; readonly sessionId: string },
    work: (sessions: SessionService, session: LivingSession) => Promise<T>,
  ): Promise<T | undefined> {
    const sessions = this.#sessions(fence);
    const session = await sessions.findLiving(sessionId);
    return session && work(sessions, session);
  }

  #sessions(fence: PlaceFence): SessionService {
    return new SessionService({ ...this.#options, fence: this.#fence(fence) });
  }

  #fence({ place, epoch }: PlaceFence) {
    return { place, epoch, workspaceId: this.#options.workspaceId };
  }
}
