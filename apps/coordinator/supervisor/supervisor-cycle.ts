import type { Clock, Logger } from '@galley/kernel';
import {
  compare,
  decideEnding,
  isBeatDue,
  isToBeStarted,
  runProblems,
  type FoundAgent,
  type LivingSession,
  type PlaceFence,
  type SessionEnd,
  type StuckWork,
  type SupervisorGateway,
  type SupervisorStatus,
} from '@galley/runcoord';
import { coordinatorProblems } from '../problems.ts';
import { CannotStart, type Driver } from './driver.ts';
import type { LaunchPlan } from './launch-plan.ts';
import { LeftChanges } from './left-changes.ts';
import { sessionEndOf, unstartedEnd, withCause } from './session-end.ts';
import { outputEvent, type ParseLine } from './output-event.ts';
import type { RepositoryViews } from './repository-view.ts';
import { SessionFeed } from './session-feed.ts';
import { isForChanges } from './propose-changes.ts';
import { summarizeSession, type SessionSummary } from './session-log.ts';
import { removeOldLogs } from './supervisor-folder.ts';

export interface ShiftSettings {
  readonly enforcement: 'recorded' | 'enforced';
  readonly concurrency: number;
  /** Maximum duration of a turn in milliseconds. */
  readonly time: number;
  /** Milliseconds without a heartbeat after which a turn expires. */
  readonly turnLease: number;
  /** Milliseconds after which the log of an ended session is removed. */
  readonly sessionLogs: number;
}

export interface SupervisorCycleOptions {
  readonly gateway: SupervisorGateway;
  readonly fence: PlaceFence;
  readonly driver: Driver;
  readonly plan: LaunchPlan;
  readonly repositories: RepositoryViews | undefined;
  readonly settings: ShiftSettings;
  readonly clock: Clock;
  readonly logger: Logger;
}

const maxStartAttempts = 5;
const stopTimeoutMs = 10_000;
const tidyEvery = 30;

type Difference = SupervisorStatus['differences'][number];
const maxDifferences = 20;

type Counts = Record<'adopted' | 'phantom' | 'unowned' | 'started' | 'ended', number>;

/** Runs only while the supervisor holds its location. */
export class SupervisorCycle {
  readonly #options: SupervisorCycleOptions;
  readonly #counts: Counts = { adopted: 0, phantom: 0, unowned: 0, started: 0, ended: 0 };
  /** Unowned agents, which may take several checks to stop. */
  readonly #ended = new Set<string>();
  readonly #feed: SessionFeed;
  readonly #leftChanges: LeftChanges;
  #looks = 0;
  #differences: readonly Difference[] = [];
  #stuck: readonly StuckWork[] = [];
  #living = { starting: 0, running: 0 };

  constructor(options: SupervisorCycleOptions) {
    this.#options = options;
    const logFileOf = (id: string) => options.plan.logFileOf(id);
    this.#leftChanges = new LeftChanges({ ...options, logFileOf });
    this.#feed = new SessionFeed({
      ...options,
      logFileOf,
      parserOf: (session) => this.#parserOf(session),
    });
  }

  /** Reports other errors in the status. @throws `supervisor_fenced`, `coordinator_unavailable`. */
  async look(signal: AbortSignal): Promise<SupervisorStatus> {
    let error: string | null = null;
    try {
      await this.#compare();
      if (!signal.aborted) this.#stuck = await this.#requestTurns();
      if (!signal.aborted) await this.#take();
      await this.#tidy();
    } catch (thrown) {
      if (isForSupervisor(thrown)) throw thrown;
      error = thrown instanceof Error ? thrown.message : String(thrown);
      this.#options.logger.error('supervisor check failed, retrying', { error });
    }
    const { concurrency } = this.#options.settings;
    const differences = this.#differences;
    return {
      ...this.#living,
      ...this.#counts,
      concurrency,
      differences,
      stuck: this.#stuck,
      error,
    };
  }

  /** The next supervisor requests their turns again. */
  async stopAgents(): Promise<void> {
    const { clock, driver, gateway } = this.#options;
    const until = clock.now().getTime() + stopTimeoutMs;
    for (let how: 'ask' | 'force' = 'ask'; ;) {
      const { known } = await this.#look();
      const running = known.filter(({ found }) => found.state === 'running');
      await this.#each(known, async ({ session, found }) => {
        if (found.state !== 'running') return this.#collect(session, found);
        if (session.endingAt === null)
          await gateway.recordEnding({
            ...this.#sessionKey(session),
            reason: 'the supervisor was stopped',
          });
        await driver.end(found, how);
      });
      if (running.length === 0) return;
      if (clock.now().getTime() >= until) how = 'force';
      await clock.sleep(100);
    }
  }

  async #look() {
    const { driver, gateway, fence } = this.#options;
    // Order matters: an agent found here is already in the table when the sessions are read.
    const found = await driver.list();
    return compare(await gateway.listLiving({ fence }), found);
  }

  #requestTurns(): Promise<StuckWork[]> {
    const { gateway, fence } = this.#options;
    return gateway.requestTurns({ fence });
  }

  #sessionKey({ id: sessionId }: LivingSession) {
    return { fence: this.#options.fence, sessionId };
  }

  async #compare(): Promise<void> {
    const { known, missing, unowned } = await this.#look();
    const isFirst = this.#looks === 0;
    if (isFirst) {
      this.#counts.adopted = known.filter(({ found }) => found.state === 'running').length;
      await this.#options.gateway.endAbandoned({ fence: this.#options.fence });
    }
    this.#looks += 1;
    await this.#each(unowned, (agent) => this.#removeUnowned(agent));
    await this.#each(known, ({ session, found }) => this.#follow(session, found));
    await this.#each(missing, (session) => this.#replace(session));
    this.#living = {
      starting: missing.filter(({ status }) => status === 'starting').length,
      running: known.filter(({ found }) => found.state === 'running').length,
    };
  }

  async #removeUnowned(agent: FoundAgent): Promise<void> {
    const { driver, logger } = this.#options;
    if (agent.state === 'running') {
      if (!this.#ended.has(agent.sessionId)) this.#count('unowned', agent.agentId);
      this.#ended.add(agent.sessionId);
      logger.warn('stopping an orphaned agent process', {
        session: agent.sessionId,
        agent: agent.externalId,
      });
      await driver.end(agent, 'force');
      if ((await driver.state(agent)).kind === 'running') return;
    }
    await driver.remove(agent);
  }

  async #follow(session: LivingSession, found: FoundAgent): Promise<void> {
    const { gateway, driver, plan, settings, clock } = this.#options;
    const of = this.#sessionKey(session);
    if (session.status === 'starting')
      await gateway.recordRunning({ ...of, externalId: found.externalId });
    if (found.state === 'exited') return this.#collect(session, found);
    const { enforcement, time, turnLease } = settings;
    const now = clock.now();
    const ending = decideEnding(session, { enforcement, time, now });
    // Revokes the token, so that the agent can change nothing after its turn.
    if (session.turn.state !== 'in_flight' || ending.kind === 'force') await gateway.endToken(of);
    if (ending.kind !== 'none') {
      if (session.endingAt === null) await gateway.recordEnding({ ...of, reason: ending.reason });
      await driver.end(found, ending.kind);
    } else if (isBeatDue(session, { turnLease, now })) await gateway.beat(of);
    driver.followLog(found, plan.logFileOf(session.id));
    await this.#feed.follow(session);
  }

  /** Called without an agent: starts it or ends the session. */
  async #replace(session: LivingSession): Promise<void> {
    if (session.status === 'starting') {
      if (isToBeStarted(session)) return this.#start(session);
      return this.#end(session, unstartedEnd(session.endReason ?? 'cancelled before the start'));
    }
    const { id: sessionId, agentId } = session;
    const agent = { externalId: session.externalId!, sessionId, agentId };
    const state = await this.#options.driver.state({ ...agent, state: 'exited' });
    if (state.kind === 'running') return;
    if (state.kind === 'exited') return this.#collect(session, { ...agent, state: 'exited' });
    this.#countPhantom(session);
    await this.#end(session, {
      exitCode: null,
      reason: session.endReason ?? 'the agent process disappeared',
      isInterrupted: session.endReason === null,
      logFile: null,
    });
  }

  #count(kind: Difference['kind'], agentId: string): void {
    this.#counts[kind] += 1;
    this.#differences = [...this.#differences, { kind, agentId }].slice(-maxDifferences);
  }

  #countPhantom({ id, agentId }: LivingSession): void {
    this.#count('phantom', agentId);
    this.#options.logger.warn('agent process missing, ending its turn', {
      session: id,
      agent: agentId,
    });
  }

  async #take(): Promise<void> {
    const { gateway, fence, settings } = this.#options;
    const { starting, running } = this.#living;
    const claimed = await gateway.claim({
      fence,
      most: Math.max(0, settings.concurrency - starting - running),
    });
    this.#living = { running, starting: starting + claimed.length };
    await this.#each(claimed, (session) => this.#start(session));
  }

  async #start(session: LivingSession): Promise<void> {
    const { gateway, driver, logger, settings, plan, repositories } = this.#options;
    try {
      const repository = await repositories?.open();
      const of = this.#sessionKey(session);
      const milliseconds = settings.time + stopTimeoutMs;
      const token = await gateway.issueToken({ ...of, milliseconds });
      const { mcpUrl } = driver;
      const launch = plan.createLaunch({ session, token, mcpUrl, repository });
      await this.#feed.begin(session, launch.environment['GALLEY_PROMPT'] ?? '');
      const externalId = await driver.start(launch);
      await gateway.recordRunning({ ...of, externalId });
      this.#counts.started += 1;
      this.#living = { starting: this.#living.starting - 1, running: this.#living.running + 1 };
      const { agentId: agent, requestEventId: turn, id } = session;
      logger.info('agent started', { agent, turn, session: id, is: externalId });
    } catch (error) {
      if (runProblems.supervisor_fenced.is(error)) throw error;
      await this.#giveUp(session, error);
    }
  }

  async #giveUp(session: LivingSession, error: unknown): Promise<void> {
    const isForGood = error instanceof CannotStart || runProblems.agent_not_found.is(error);
    const reason = `start failed: ${error instanceof Error ? error.message : String(error)}`;
    const { agentId: agent, id } = session;
    this.#options.logger.warn('agent start failed', { agent, session: id, reason });
    if (!isForGood && session.attempts + 1 < maxStartAttempts) return;
    await this.#end(session, { ...unstartedEnd(reason), isInterrupted: !isForGood });
  }

  async #collect(session: LivingSession, found: FoundAgent): Promise<void> {
    const { driver, plan } = this.#options;
    if (this.#leftChanges.isPaused(session)) return;
    const state = await driver.state(found);
    if (state.kind === 'running') return;
    const logFile = plan.logFileOf(session.id);
    await driver.finishLog(found, logFile);
    const end = sessionEndOf(session, state, logFile);
    const summary = await this.#summarize(session);
    if (end.exitCode === 0 && session.endReason === null && isForChanges(session))
      await this.#leftChanges.propose(session, found, summary?.lastMessage ?? '');
    // Before the resumed session, which the parser needs, is replaced.
    await this.#feed.finish(session);
    const failure = await this.#closeSession(session, end, summary);
    const reason = withCause(end, session.endReason === null ? summary?.lastError : undefined);
    await this.#end(session, { ...end, reason, ...(failure && { failure }) });
    await driver.remove(found);
  }

  async #parserOf({ id: sessionId, runId, agentId }: LivingSession): Promise<ParseLine> {
    const { driver, plan } = this.#options;
    const adapter = plan.findProgram(agentId)?.adapter;
    if (!adapter) return outputEvent;
    const resumed = await driver.kept.findResumed({ sessionId, runId, agentId });
    return (line) => adapter.parse(line, resumed);
  }

  async #summarize({ id, runId, agentId }: LivingSession): Promise<SessionSummary | undefined> {
    const { driver, plan } = this.#options;
    const adapter = plan.findProgram(agentId)?.adapter;
    const resumed = await driver.kept.findResumed({ sessionId: id, runId, agentId });
    return adapter && summarizeSession({ logFile: plan.logFileOf(id), adapter, resumed });
  }

  /** Keeps the program's session only if it ended well, because another turn might fail on it in the same way. */
  async #closeSession(
    { id: sessionId, runId, agentId, endReason }: LivingSession,
    end: SessionEnd,
    summary: SessionSummary | undefined,
  ): Promise<SessionEnd['failure']> {
    const { driver, plan } = this.#options;
    const program = plan.findProgram(agentId);
    if (!program || !summary) return undefined;
    const { failure, resumable } = summary;
    const of = { sessionId, runId, agentId };
    if (end.exitCode === 0 && endReason === null && resumable && program.canResume)
      await driver.keepSession({ ...of, ...program, ...resumable });
    else await driver.kept.forget(of);
    return end.exitCode === 0 ? undefined : failure;
  }

  async #end(session: LivingSession, end: SessionEnd): Promise<void> {
    await this.#feed.finish(session);
    await this.#options.gateway.recordEnd({ ...this.#sessionKey(session), end });
    this.#counts.ended += 1;
    const { agentId: agent, id, requestEventId: turn } = session;
    const { exitCode, reason } = end;
    this.#options.logger.info('agent exited', { agent, turn, session: id, exitCode, reason });
  }

  /** Runs only every few checks, because it is not urgent. */
  async #tidy(): Promise<void> {
    if (this.#looks % tidyEvery !== 1) return;
    const { gateway, fence, driver, repositories, plan, settings, clock } = this.#options;
    const living = await gateway.listLiving({ fence });
    const before = new Date(clock.now().getTime() - settings.sessionLogs);
    const used = new Set(living.map(({ id }) => plan.logFileOf(id)));
    await removeOldLogs(plan.logFolder, { before, used });
    // While agents run, any older revision may be in use.
    if (living.length > 0) return;
    const head = await repositories?.findHead();
    const revisions = new Set(head === undefined ? [] : [head]);
    await driver.tidy({ sessions: new Set(), revisions });
    await repositories?.keep(revisions);
  }

  /** Handles all items despite errors, then throws `supervisor_fenced` if it occurred, else the first error. */
  async #each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
    const results = await Promise.allSettled(items.map(work));
    const failed = results.filter((result) => result.status === 'rejected');
    const fenced = failed.find(({ reason }) => runProblems.supervisor_fenced.is(reason));
    const first = fenced ?? failed[0];
    if (first) throw first.reason as Error;
  }
}

function isForSupervisor(error: unknown): boolean {
  const { coordinator_unavailable: unavailable } = coordinatorProblems;
  return runProblems.supervisor_fenced.is(error) || unavailable.is(error);
}
