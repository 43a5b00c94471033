import {
  decideEnding,
  isBeatDue,
  isInProgress,
  LeaseRepository,
  runProblems,
  RunTicker,
  type AgentBudget,
  type LivingSession,
  type PlaceFence,
  type RunWithUse,
  type SessionEnd,
} from '@galley/runcoord';
import type { Random } from '@galley/testing';
import { behave, behaviours, outputOf, type Behaviour } from './history-agents.fixtures.ts';
import { HistoryPeople } from './history-people.fixtures.ts';
import { minute, type HistoryServices, type HistoryWorld } from './history-world.fixtures.ts';

const by = { username: 'olga', address: '', requestId: '' };
const leaseMs = 60 * minute;
const settings = {
  enforcement: 'enforced',
  scope: 'run',
  implementers: 2,
  turnLease: 15 * minute,
  drainDeadline: 10 * minute,
} as const;

export interface HistoryOptions {
  readonly random: Random;
  readonly maxParallelTurns: number;
}

export interface RunView {
  readonly run: RunWithUse;
  readonly agents: readonly AgentBudget[];
}

/** A run with two coordinators, a supervisor that sometimes restarts, agents and people. */
export class RunHistory {
  readonly world: HistoryWorld;
  readonly services: HistoryServices;
  readonly workspaceId: string;
  readonly runId: string;
  readonly maxParallelTurns: number;
  /** Faults found while it was played. */
  readonly faults: string[] = [];
  /** Tokens that agents reported. */
  tokens = 0;
  readonly #random: Random;
  readonly #people: HistoryPeople;
  readonly #favourite: Behaviour;
  readonly #behaviours = new Map<string, Behaviour>();
  #tickers: readonly RunTicker[] = [];
  #fence: PlaceFence | undefined;
  #restarts = 0;

  private constructor(
    world: HistoryWorld,
    {
      random,
      services,
      workspaceId,
      runId,
      maxParallelTurns,
    }: Pick<RunHistory, 'services' | 'workspaceId' | 'runId'> & HistoryOptions,
  ) {
    this.world = world;
    this.services = services;
    this.workspaceId = workspaceId;
    this.runId = runId;
    this.maxParallelTurns = maxParallelTurns;
    this.#random = random;
    this.#people = new HistoryPeople(services, random, workspaceId);
    this.#favourite = random.pick(behaviours);
  }

  static async open(
    world: HistoryWorld,
    { random, maxParallelTurns }: HistoryOptions,
    name: string,
  ): Promise<RunHistory> {
    const services = await world.services(name);
    const budget = {
      turns: random.between(4, 25),
      ...(random.chance(0.3) && { usd: random.between(1, 8) }),
      ...(random.chance(0.3) && { tokens: random.between(2_000, 20_000) }),
      ...(random.chance(0.3) && { minutes: random.between(10, 300) }),
    };
    const { runId } = await services.control.create({ workspaceId: name, budget, by });
    const options = { random, maxParallelTurns, services, workspaceId: name, runId };
    return new RunHistory(world, options);
  }

  /** With people, then without them until nothing changes any more. */
  async play(): Promise<void> {
    for (let round = this.#random.between(10, 50); round > 0; round -= 1) {
      this.services.clock.advance(this.#random.between(1, 60) * 1_000);
      await this.#pass();
      if (this.#random.chance(0.3)) await this.#people.act((await this.view()).run);
    }
    let calm = 0;
    for (let round = 0; calm < 2; round += 1) {
      if (round > 500) {
        this.faults.push('the run does not come to rest');
        return;
      }
      const before = await this.#lastEvent();
      this.services.clock.advance(16 * minute);
      await this.#pass();
      calm = before === (await this.#lastEvent()) ? calm + 1 : 0;
    }
  }

  async view(): Promise<RunView> {
    const { records } = this.services;
    const run = await records.getRun(this.workspaceId, this.runId);
    return { run, agents: await records.listBudgets(this.runId) };
  }

  async listLiving(): Promise<LivingSession[]> {
    return this.services.supervisor.listLiving({ fence: await this.#hold() });
  }

  async #pass(): Promise<void> {
    const { supervisor } = this.services;
    if (this.#random.chance(0.05)) this.#tickers = [];
    if (this.#random.chance(0.05)) await this.#restartSupervisor();
    const fence = await this.#hold();
    await supervisor.requestTurns({ fence });
    await this.#tick();
    await supervisor.claim({ fence, most: 4 });
    for (const session of await supervisor.listLiving({ fence })) await this.#attend(session);
  }

  async #hold(): Promise<PlaceFence> {
    if (this.#fence) return this.#fence;
    const place = { place: this.workspaceId, driver: 'process', label: this.workspaceId };
    const claim = { ...place, holder: `${this.#restarts}`, milliseconds: leaseMs };
    this.#fence = (await this.services.supervisor.acquire(claim))!.fence;
    return this.#fence;
  }

  async #restartSupervisor(): Promise<void> {
    const fence = await this.#hold();
    await this.services.supervisor.release({ fence });
    this.#restarts += 1;
    this.#fence = undefined;
    await this.#hold();
  }

  async #tick(): Promise<void> {
    const before = await this.view();
    const { status } = before.run;
    if (!isInProgress(status) && status !== 'blocked') return;
    if (this.#tickers.length === 0) this.#tickers = await this.#takeOver();
    const results = await Promise.allSettled(this.#tickers.map((ticker) => ticker.tick(1)));
    for (const result of results) {
      if (result.status === 'fulfilled') continue;
      if (!runProblems.run_fenced.is(result.reason)) throw result.reason as Error;
      this.#tickers = [];
    }
    this.faults.push(...budgetFaults(before, await this.view()));
  }

  /** The last coordinator of three has lost the lease, and does not know it. */
  async #takeOver(): Promise<readonly RunTicker[]> {
    const { clock } = this.services;
    const { db } = this.world.database;
    const leases = new LeaseRepository(db);
    await leases.revoke(this.runId);
    const claim = { runId: this.runId, milliseconds: leaseMs };
    const fence = (await leases.acquire({ ...claim, holder: 'one' }))!;
    const { workspaceId, maxParallelTurns } = this;
    const tick = { ...settings, maxParallelTurns };
    const options = { db, fence, workspaceId, settings: tick, clock };
    return [new RunTicker(options), new RunTicker(options)];
  }

  async #attend(session: LivingSession): Promise<void> {
    if (session.status === 'running') return this.#watch(session);
    const { supervisor, tokens } = this.services;
    const of = { fence: await this.#hold(), sessionId: session.id };
    if (this.#random.chance(0.03)) {
      await this.#end(session, failure(null, 'the program is missing'));
      return;
    }
    const token = await supervisor.issueToken({ ...of, milliseconds: leaseMs });
    await supervisor.recordRunning({ ...of, externalId: session.id });
    const behaviour = this.#random.chance(0.5) ? this.#favourite : this.#random.pick(behaviours);
    this.#behaviours.set(session.id, behaviour);
    const worker = (await tokens.find(token))!;
    const { services, world } = this;
    const base = world.base;
    const end = await behave(behaviour, { services, session, worker, random: this.#random, base });
    if (end) await this.#end(session, end);
  }

  /** As the supervisor does: heartbeats, and an end for agents that must stop. */
  async #watch(session: LivingSession): Promise<void> {
    const now = this.services.clock.now();
    const { enforcement, turnLease } = settings;
    const ending = decideEnding(session, { enforcement, time: 60 * minute, now });
    const of = { fence: await this.#hold(), sessionId: session.id };
    if (ending.kind === 'none') {
      if (isBeatDue(session, { turnLease, now }) && this.#random.chance(0.7))
        await this.services.supervisor.beat(of);
      return;
    }
    await this.services.supervisor.recordEnding({ ...of, reason: ending.reason });
    const [current] = (await this.listLiving()).filter(({ id }) => id === session.id);
    await this.#end(current ?? session, failure(143, ending.reason));
  }

  async #end({ id: sessionId }: LivingSession, end: SessionEnd): Promise<void> {
    const { supervisor } = this.services;
    const fence = await this.#hold();
    const events = outputOf(this.#behaviours.get(sessionId) ?? 'does nothing', this.#random);
    const batch = { fence, sessionId, from: -1, to: 1, events };
    // A supervisor that got no answer sends everything again.
    const times = this.#random.chance(0.2) ? 2 : 1;
    for (let sent = 0; sent < times; sent += 1) {
      const stored = await supervisor.recordEvents(batch);
      if (sent === 0 && stored === 1)
        for (const event of events)
          if (event.kind === 'usage')
            this.tokens += event.usage.inputTokens + event.usage.outputTokens;
    }
    for (let sent = 0; sent < times; sent += 1)
      await supervisor.recordEnd({ fence, sessionId, end });
  }

  async #lastEvent(): Promise<number> {
    const { db } = this.world.database;
    const { last } = await db
      .selectFrom('run_events')
      .select((event) => event.fn.max('id').as('last'))
      .where('run_id', '=', this.runId)
      .executeTakeFirstOrThrow();
    return last;
  }
}

function failure(exitCode: number | null, reason: string): SessionEnd {
  return { exitCode, reason, isInterrupted: false, logFile: null };
}

/** A reached limit schedules no turn, and the number of turns never exceeds its limit. */
function* budgetFaults(before: RunView, after: RunView): Generator<string> {
  const pairs = [
    ['the run', before.run, after.run] as const,
    ...after.agents.map((now) => {
      const was = before.agents.find(({ agentId }) => agentId === now.agentId);
      return [now.agentId, was ?? { ...now, use: undefined }, now] as const;
    }),
  ];
  for (const [name, { use: was }, { use, budget }] of pairs) {
    const most = budget.turns ?? Infinity;
    if (use.turns > most) yield `${name} has used ${use.turns} of ${most} turns`;
    for (const limit of ['turns', 'minutes', 'tokens', 'usd'] as const)
      if ((was?.[limit] ?? 0) >= (budget[limit] ?? Infinity) && use.turns > (was?.turns ?? 0))
        yield `${name} got a turn although its limit of ${limit} was reached`;
  }
}
