import { setTimeout as delay } from 'node:timers/promises';
import { vi } from 'vitest';
import { onServer, type Random } from '@galley/testing';
import type { GalleyProcess } from '../fixtures.ts';
import { disagreements } from './agreement.fixtures.ts';
import type { EventRow, Facts } from './facts.fixtures.ts';
import { Coordinated, leaseMs, workspaces, type CoordinationSettings } from './fixtures.ts';
import { Audience, Follower } from './follower.fixtures.ts';
import type { NoteTables } from './notes.fixtures.ts';
import { OperatorClient } from './people.fixtures.ts';
import { Workers } from './workers.fixtures.ts';

const workerCount = 3;
const followed = 'press';
/** For background work: happens within an interval, or after a lease and a turn expire. */
const patience = { timeout: 30_000, interval: 20 };

/** Messages of PostgreSQL and its driver, of the listener, the probe and its guard, and of the API. */
const disconnects =
  /terminat|ECONNRESET|EPIPE|57P01|connection error|connection was (lost|closed)|no answer in time|does not answer|accepts no changes/;

/** Two coordinators that are killed repeatedly while workers, people and a reader of events go on. */
export class KillSite implements AsyncDisposable {
  readonly #project: Coordinated;
  readonly #random: Random;
  readonly #workers: Workers;
  readonly #desk: OperatorClient;
  readonly #follower: Follower;
  readonly #audience: Audience;
  readonly #over = new AbortController();
  readonly #following: Promise<void>;
  readonly #complaints: string[] = [];
  #coordinators: GalleyProcess[] = [];
  #addresses: readonly string[] = [];
  #isCutOff = false;
  #acted: () => void = () => undefined;

  private constructor(project: Coordinated, random: Random) {
    const { database, person, settings } = project;
    this.#project = project;
    this.#random = random;
    const fallSilent = settings.enforcement === 'enforced';
    this.#workers = new Workers(database.db, random, { workspaces, fallSilent });
    this.#desk = new OperatorClient(person, random);
    this.#follower = new Follower(database.db);
    this.#following = this.#follower.follow(this.#over.signal);
    this.#audience = new Audience(person, followed, () => this.#addresses);
  }

  static async open(random: Random, settings: CoordinationSettings): Promise<KillSite> {
    return new KillSite(await Coordinated.open(settings), random);
  }

  async round(harm: 'killed' | 'cut off'): Promise<void> {
    const over = new AbortController();
    await this.#fillUp();
    await this.#beginRuns();
    const busy = [
      ...Array.from({ length: workerCount }, () => this.#work(over.signal)),
      this.#control(over.signal),
    ];
    await (harm === 'killed' ? this.#kill() : this.#cutOff());
    await this.#fillUp();
    await this.#acts(this.#random.between(1, 40));
    over.abort();
    await Promise.all(busy);
    await vi.waitUntil(async () => !(await this.#isAnythingWaiting()), patience);
    if (this.#random.chance(0.5)) await this.#finishAll();
  }

  async disagreements(): Promise<string[]> {
    const facts = await this.facts();
    for (const coordinator of this.#coordinators) this.#listen(coordinator);
    return [
      ...this.#desk.oddities.splice(0),
      ...this.#audience.oddities.splice(0),
      ...this.#complaints.splice(0),
      ...disagreements(facts),
    ];
  }

  async facts(): Promise<Facts> {
    const { database, settings } = this.#project;
    const transaction = database.db.transaction().setIsolationLevel('repeatable read');
    const rows = await transaction.execute(async (db) => ({
      notes: await db
        .withTables<NoteTables>()
        .selectFrom('coordination_notes')
        .selectAll()
        .orderBy('id')
        .execute(),
      events: (await db.selectFrom('run_events').selectAll().orderBy('id').execute()) as EventRow[],
      runs: await db.selectFrom('runs').select(['id', 'status']).execute(),
      tasks: await db.selectFrom('tasks').select(['id', 'status', 'assigned_agent_id']).execute(),
      proposals: await db.selectFrom('proposals').select(['id', 'status']).execute(),
    }));
    const cursors = { seen: this.#follower.seen, seenOf: this.#audience.seen };
    await vi.waitUntil(() => hasSeenAll(rows.events, cursors), patience);
    const last = rows.events.at(-1)?.id ?? 0;
    const upToNow = (ids: readonly number[]): number[] => ids.filter((id) => id <= last);
    const seenOf = new Map([...cursors.seenOf].map(([id, ids]) => [id, upToNow(ids)]));
    const answered = [...this.#desk.answered];
    const told = { maxParallelTurns: 1, ...settings };
    return { ...told, ...rows, seen: upToNow(cursors.seen), seenOf, answered };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await Promise.all([this.#following, this.#audience.stopped]);
    await this.#project[Symbol.asyncDispose]();
  }

  async #fillUp(): Promise<void> {
    if (this.#random.chance(0.2)) {
      const early = this.#project.coordinate();
      await Promise.race([early.ready(), delay(this.#random.between(200, 1_200))]);
      await early.kill('SIGKILL');
    }
    const living = this.#coordinators.filter((each) => !each.hasEnded);
    while (living.length < 2) living.push(this.#project.coordinate());
    this.#coordinators = living;
    const ready = await Promise.all(living.map((each) => each.ready()));
    this.#addresses = [this.#project.contentServer, ...ready];
  }

  async #kill(): Promise<void> {
    const random = this.#random;
    const victims = random.chance(0.5) ? this.#coordinators : [random.pick(this.#coordinators)];
    for (const victim of victims) {
      await this.#acts(random.between(1, 80));
      // A busy tick takes some milliseconds, and runs every 50 ms; the kill may come at any point of it.
      await delay(random.next() * 50);
      if (random.chance(0.25)) await stall(victim);
      else await victim.kill('SIGKILL');
      this.#listen(victim);
    }
  }

  async #cutOff(): Promise<void> {
    this.#isCutOff = true;
    this.#desk.expect(503);
    for (let times = this.#random.between(1, 3); times > 0; times -= 1) {
      await this.#acts(this.#random.between(1, 40));
      await delay(this.#random.next() * 50);
      await onServer(
        this.#project.database.url,
        `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'coordinator-%'`,
      );
    }
  }

  #listen({ pid, log }: GalleyProcess): void {
    const serious = log.filter((entry) => entry.level !== 'info' && !this.#isExpected(entry));
    for (const complaint of serious.map((entry) => `${pid}: ${JSON.stringify(entry)}`))
      if (!this.#complaints.includes(complaint)) this.#complaints.push(complaint);
  }

  /** Loops log an `error`, requests answered with 503 a `cause`. */
  #isExpected({ error, cause }: Record<string, unknown>): boolean {
    return this.#isCutOff && disconnects.test(String(error ?? cause));
  }

  async #work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#workers.act();
      this.#acted();
      await delay(this.#random.next() * 20);
    }
  }

  async #control(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#desk.ask(this.#random.pick(this.#addresses), this.#random.pick(workspaces));
      await this.#beginRuns();
      await delay(this.#random.next() * 100);
    }
  }

  async #beginRuns(): Promise<void> {
    await this.#workers.beginRuns();
    const { db } = this.#project.database;
    const runs = db.selectFrom('runs').select('id').where('workspace_id', '=', followed);
    for (const { id } of await runs.execute()) this.#audience.follow(id, this.#over.signal);
  }

  async #acts(count: number): Promise<void> {
    const reached = Promise.withResolvers<void>();
    let left = count;
    this.#acted = () => {
      left -= 1;
      if (left <= 0) reached.resolve();
    };
    await reached.promise;
  }

  async #finishAll(): Promise<void> {
    const isOver = async (): Promise<boolean> => {
      await this.#workers.finish();
      return (await this.#ticked()).length === 0;
    };
    await vi.waitUntil(isOver, patience);
  }

  #ticked() {
    const { database, settings } = this.#project;
    const states = settings.enforcement === 'enforced' ? ['active', 'degraded'] : ['active'];
    return database.db
      .selectFrom('runs')
      .select(['id', 'workspace_id'])
      .where('status', 'in', states)
      .execute();
  }

  async #isAnythingWaiting(): Promise<boolean> {
    const { database, settings } = this.#project;
    const { db } = database;
    const runs = await this.#ticked();
    const isSeen = ({ workspace_id }: { workspace_id: string | null }): boolean =>
      runs.some((run) => settings.scope === 'database' || run.workspace_id === workspace_id);
    const tasks = db.selectFrom('tasks').select('workspace_id').where('status', '=', 'open');
    const proposals = db
      .selectFrom('proposals')
      .select('workspace_id')
      .where('status', '=', 'pending');
    if ((await tasks.execute()).some(isSeen) || (await proposals.execute()).some(isSeen))
      return true;
    const { maxParallelTurns = 1 } = settings;
    for (const { id } of runs)
      if (await this.#workers.isTurnWaiting(id, maxParallelTurns)) return true;
    return false;
  }
}

async function stall(victim: GalleyProcess): Promise<void> {
  victim.signal('SIGSTOP');
  await delay(1.3 * leaseMs);
  victim.signal('SIGCONT');
}

function hasSeenAll(
  events: readonly EventRow[],
  { seen, seenOf }: Pick<Facts, 'seen' | 'seenOf'>,
): boolean {
  const last = new Map(events.map(({ id, run_id }) => [run_id, id]));
  const isSeen = (id: number | undefined, ids: readonly number[]): boolean =>
    (ids.at(-1) ?? 0) >= (id ?? 0);
  return (
    isSeen(events.at(-1)?.id, seen) &&
    [...seenOf].every(([runId, ids]) => isSeen(last.get(runId), ids))
  );
}
