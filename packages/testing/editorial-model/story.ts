import { afterEdit } from './disk.ts';
import type { Content, Doc, Slot, World } from './documents.ts';
import type { Answered, Newsroom } from './newsroom.ts';
import {
  differences,
  observe,
  Revisions,
  treeFaults,
  type HistoryEntry,
  type Observation,
} from './observe.ts';
import { administrator, people } from './people.ts';
import { predict } from './predict.ts';
import { publicFaults } from './public-faults.ts';
import { allWays, readingFaults, type Look } from './reading.ts';
import { callOf } from './requests.ts';
import { resolve, textAfter, type Moment, type Resolved, type Snapshot } from './resolve.ts';
import type { Asking, Step } from './steps.ts';
import { describeRequest } from './describe-request.ts';

type StepOf<Kind extends Step['step']> = Extract<Step, { step: Kind }>;

interface Known {
  seen: Observation | undefined;
  /** Newest observation of a document: a removed one may return as it was. */
  present: Observation | undefined;
  removed: string | undefined;
}

/** Checks each step against the model and independent invariants; a disagreement is an `Error` with the story. */
export class Story {
  readonly #newsroom: Newsroom;
  readonly #name: string;
  readonly #lines: string[] = [];
  readonly #revisions = new Revisions();
  readonly #entries = new Map<number, Map<string, HistoryEntry>>();
  readonly #known: Known[];
  #world: World;

  /** `name` has to be unique among stories; `enforced` has to match the site's setting. */
  constructor(newsroom: Newsroom, name: string, enforced: boolean) {
    this.#newsroom = newsroom;
    this.#name = name;
    const paths = [0, 1].map((slot) => `posts/${name}-${slot}.md`);
    this.#world = {
      enforced,
      slots: paths.map((path) => ({ path, living: null, gone: [], trash: [] })),
    };
    this.#known = paths.map(() => ({ seen: undefined, present: undefined, removed: undefined }));
  }

  get enforced(): boolean {
    return this.#world.enforced;
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      await this.#take(step);
      const ways = { first: this.#lines.length, count: 2 };
      await this.#look(step.slot, { server: step.watcher % 2, watchers: [step.watcher], ways });
    }
    const last = steps.at(-1)?.watcher ?? 0;
    for (const slot of new Set(steps.map((step) => step.slot))) {
      const watchers = [last, last + 1, last + 2, last + 3];
      await this.#look(slot, { server: slot, watchers, ways: { first: 0, count: allWays } });
      await this.#checkHistory(slot);
    }
  }

  async #take(step: Step): Promise<void> {
    switch (step.step) {
      case 'ask':
        return this.#ask(step);
      case 'disk':
        return this.#edit(step);
      case 'rename':
        return this.#rename(step);
      case 'both':
        return this.#both(step);
      case 'kill':
        return this.#kill(step);
      case 'restart':
        this.#tell(`server ${step.server} is restarted`);
        return this.#newsroom.restart(step.server, 'SIGTERM');
      case 'switch':
        return this.#switch();
    }
  }

  async #ask(step: StepOf<'ask'>): Promise<void> {
    const asked = resolve(step, this.#moment(step.slot));
    const answer = await this.#send(asked, step);
    this.#tell(`${this.#describe(asked, step)} → ${outcome(answer)}`);
    await this.#resolveWorld(step.slot, [this.#judge(step.slot, [asked, answer])]);
    await this.#awaitPublication(step.slot);
  }

  /** Waits for a publication that is due within seconds (GAP-SCHED-1). */
  async #awaitPublication(index: number): Promise<void> {
    const slot = this.#world.slots[index]!;
    const doc = slot.living;
    if (doc?.status !== 'scheduled' || doc.publishAt === null || doc.content.isBroken) return;
    const due = new Date(doc.publishAt).getTime();
    if (due > Date.now() + 60_000) return;
    this.#tell(`${slot.path} is published as scheduled`);
    while (Date.now() < due + 30_000) {
      const { code } = await this.#newsroom.visit(
        index,
        `/__platform/api/content?path=${slot.path}`,
      );
      if (code === undefined && (await this.#isPublished(slot.path))) break;
    }
    await this.#resolveWorld(index, [asPublished(slot, doc)]);
  }

  async #isPublished(path: string): Promise<boolean> {
    const where = { server: 0, who: administrator };
    const { text } = await this.#newsroom.ask(where, `/document?path=${path}`);
    return text.includes('"status":"published"');
  }

  #judge(index: number, ...answers: (readonly [Resolved, Answered])[]): Slot {
    let slot = this.#world.slots[index]!;
    for (const [{ who, request }, answer] of answers) {
      const { refusals, slot: after } = predict(this.#world, request, { who, slot });
      const isFine = answer.code === undefined ? refusals.size === 0 : refusals.has(answer.code);
      if (!isFine) this.#fail([`expected ${[...refusals].join(' or ') || '200'}: ${answer.text}`]);
      if (answer.code === undefined) slot = withToken(after, answer);
    }
    return slot;
  }

  /** Sends two requests concurrently, one per server. The result has to match one of the two sequential orders. */
  async #both({ slot: index, asks }: StepOf<'both'>): Promise<void> {
    const moment = this.#moment(index);
    const asked = asks.map((one) => resolve(one, moment));
    const answers = await Promise.all(
      asked.map((one, server) => this.#send(one, { slot: index, server })),
    );
    const pairs = asked.map((one, server) => [one, answers[server]!] as const);
    const lines = pairs.map(
      ([one, answer], server) =>
        `${this.#describe(one, { slot: index, server })} → ${outcome(answer)}`,
    );
    this.#tell(`at once: ${lines.join('; ')}`);
    const orders = [pairs, pairs.toReversed()];
    const faults: unknown[] = [];
    const slots = orders.flatMap((order) => {
      try {
        return [this.#judge(index, ...order)];
      } catch (error) {
        faults.push(error);
        return [];
      }
    });
    if (slots.length === 0) throw faults[0];
    await this.#resolveWorld(index, slots);
    await this.#awaitPublication(index);
  }

  async #kill(step: StepOf<'kill'>): Promise<void> {
    const asked = resolve(step, this.#moment(step.slot));
    const before = this.#world.slots[step.slot]!;
    const sent = this.#send(asked, step).catch((error: unknown) => {
      if (error instanceof TypeError) return undefined;
      throw error;
    });
    const [answer] = await Promise.all([sent, this.#newsroom.killAfter(step.server, step.after)]);
    const ending = answer ? outcome(answer) : 'no answer';
    this.#tell(`${this.#describe(asked, step)} → ${ending}, and the server is killed`);
    const { refusals, slot: after } = asked.prediction;
    const slots = answer
      ? [this.#judge(step.slot, [asked, answer])]
      : [before, ...(refusals.size === 0 ? [after] : [])];
    await this.#resolveWorld(step.slot, slots);
    await this.#awaitPublication(step.slot);
  }

  async #edit({ slot: index, edits }: StepOf<'disk'>): Promise<void> {
    const slot = this.#world.slots[index]!;
    const known = this.#known[index]!;
    const text = await this.#newsroom.read(slot.path);
    const { removed } = known;
    const after = textAfter(text, edits, { word: this.#word(index), removed });
    this.#tell(`on disk, ${slot.path}: ${edits.map((edit) => JSON.stringify(edit)).join(', ')}`);
    if (after === text) return;
    if (after === null) known.removed = text ?? undefined;
    await this.#newsroom.write(slot.path, after);
    await this.#resolveWorld(index, [afterEdit(this.#world, slot, { before: text, text: after })]);
  }

  /** Documents that left a path, for the trash or on disk, stay with it: the model then renames no more. */
  async #rename({ slot: index, isRemovedFirst }: StepOf<'rename'>): Promise<void> {
    const slot = this.#world.slots[index]!;
    const { path, living, gone, trash } = slot;
    const text = await this.#newsroom.read(path);
    if (!living || text === null || gone.length + trash.length > 0) return;
    const to = `posts/${this.#name}-${index}-at-${this.#lines.length}.md`;
    this.#tell(
      `on disk, ${path} is ${isRemovedFirst ? 'removed, and returns as' : 'renamed to'} ${to}`,
    );
    if (isRemovedFirst) {
      await this.#newsroom.write(path, null);
      await this.#newsroom.write(to, text);
    } else await this.#newsroom.move(path, to);
    const moved = { ...slot, path: to };
    this.#world = { ...this.#world, slots: this.#world.slots.with(index, moved) };
    await this.#resolveWorld(index, [afterEdit(this.#world, moved, { before: text, text })]);
  }

  async #switch(): Promise<void> {
    const enforced = !this.#world.enforced;
    this.#tell(`approval is ${enforced ? 'required' : 'not required'} from now on`);
    await this.#newsroom.requireApproval(enforced);
    this.#world = { ...this.#world, enforced };
  }

  #send({ who, request }: Resolved, where: { slot: number; server: number }): Promise<Answered> {
    const slot = this.#world.slots[where.slot]!;
    const { path, body } = callOf(request, slot.path);
    return this.#newsroom.ask({ server: where.server, who }, path, body).then((answer) => {
      const { code, status, text } = answer;
      if (status >= 500) this.#fail([`${status} ${text}`]);
      if (code !== undefined && !this.#newsroom.problemsOf(path).includes(code))
        this.#fail([`${path} has no problem ${code}: ${text}`]);
      return answer;
    });
  }

  async #resolveWorld(index: number, slots: readonly Slot[]): Promise<void> {
    const { path } = this.#world.slots[index]!;
    const known = this.#known[index]!;
    const before = known.present;
    const seen = await observe(
      this.#newsroom,
      { server: this.#lines.length % 2, who: administrator },
      path,
    );
    const { enforced } = this.#world;
    const possible = [...slots, ...slots.flatMap(publishedIfDue)];
    const found = possible.map((slot) => ({ slot, faults: differences(slot, seen, enforced) }));
    const match = found.find(({ faults }) => faults.length === 0);
    const faults = [
      ...(match ? [] : found[0]!.faults),
      ...treeFaults(seen),
      ...publicFaults({ before, seen, enforced }),
      ...(match ? this.#learn(match.slot, seen) : []),
    ];
    if (faults.length > 0) this.#fail(faults);
    known.seen = seen;
    if (seen.detail) known.present = seen;
    const slot = withTrashPaths(match!.slot, seen);
    this.#world = { ...this.#world, slots: this.#world.slots.with(index, slot) };
  }

  #learn({ living }: Slot, { detail, history }: Observation): string[] {
    if (!living || !detail) return [];
    const entries = this.#entries.get(living.id) ?? new Map<string, HistoryEntry>();
    this.#entries.set(living.id, entries);
    for (const entry of history.toReversed()) entries.set(entry.hash, entry);
    return this.#revisions.learn(living.content, detail.revision);
  }

  async #look(
    index: number,
    {
      server,
      watchers,
      ways,
    }: { server: number; watchers: readonly number[] } & Pick<Look, 'ways'>,
  ): Promise<void> {
    const slot = this.#world.slots[index]!;
    const head = this.#known[index]!.seen?.history[0]?.hash;
    const look = { slot, word: this.#word(index), head, ways };
    for (const watcher of watchers) {
      const who = people[watcher % people.length]!;
      const faults = await readingFaults(this.#newsroom, { server, who }, look);
      if (faults.length > 0) this.#fail(faults);
    }
  }

  /** Checks the whole chain, and that no seen entry has changed or disappeared. */
  async #checkHistory(index: number): Promise<void> {
    const { path, living } = this.#world.slots[index]!;
    if (!living) return;
    const where = { server: 1, who: administrator };
    const { text } = await this.#newsroom.ask(where, `/documents/history?path=${path}&limit=200`);
    const chain = (JSON.parse(text) as HistoryEntry[]).toReversed();
    const kept = new Map(chain.map((entry) => [entry.hash, JSON.stringify(entry)]));
    const lost = [...this.#entries.get(living.id)!.values()].filter(
      (entry) => kept.get(entry.hash) !== JSON.stringify(entry),
    );
    const isChained = chain.every(
      ({ seq, parent_hash }, at) => seq === at + 1 && parent_hash === (chain[at - 1]?.hash ?? null),
    );
    const faults = [
      ...lost.map(({ hash }) => `the entry ${hash} of the history of ${path} has gone or changed`),
      ...(isChained ? [] : [`the history of ${path} is no chain: ${text}`]),
    ];
    if (faults.length > 0) this.#fail(faults);
  }

  #moment(index: number): Moment {
    const slot = this.#world.slots[index]!;
    const entries = [...((slot.living && this.#entries.get(slot.living.id)?.values()) ?? [])];
    const snapshots = entries
      .sort((one, other) => other.seq - one.seq)
      .map(({ hash, revision }, place): Snapshot => {
        const older = entries.slice(place).filter((one, at, all) => isChange(one, all[at + 1]));
        const change = older.filter((one) => one.revision === revision).length - 1;
        return { hash, content: this.#contentOf(revision), change };
      });
    const { seen } = this.#known[index]!;
    const revision = seen?.detail?.revision;
    return { world: this.#world, slot, word: this.#word(index), snapshots, revision };
  }

  #contentOf(revision: string): Content | undefined {
    return this.#revisions.contentOf(revision);
  }

  #word(index: number): string {
    return `zq${this.#name}slot${index}`;
  }

  #describe(asked: Resolved, { slot, server }: Pick<Asking, 'server'> & { slot: number }): string {
    return `${describeRequest(asked)} ${this.#world.slots[slot]!.path}, at server ${server}`;
  }

  #tell(line: string): void {
    this.#lines.push(`${this.#lines.length + 1}. ${line}`);
  }

  #fail(faults: readonly string[]): never {
    const beginning = this.#lines.join('\n');
    throw new Error(`${beginning}\n${faults.map((fault) => `   ✗ ${fault}`).join('\n')}`);
  }
}

function outcome({ status, code }: Answered): string {
  return code === undefined ? String(status) : `${status} ${code}`;
}

function asPublished(slot: Slot, doc: Doc): Slot {
  return {
    ...slot,
    living: { ...doc, status: 'published', public: doc.content, publishAt: null },
  };
}

/** A server under load may answer after a scheduled publication has already happened (GAP-SCHED-1). */
function publishedIfDue(slot: Slot): Slot[] {
  const doc = slot.living;
  if (doc?.status !== 'scheduled' || doc.publishAt === null || doc.content.isBroken) return [];
  return new Date(doc.publishAt).getTime() <= Date.now() ? [asPublished(slot, doc)] : [];
}

function withToken(slot: Slot, { text }: Answered): Slot {
  const token = /"lock_token":"([^"]+)"/.exec(text)?.[1];
  const { living } = slot;
  if (!living?.lock || token === undefined) return slot;
  return { ...slot, living: { ...living, lock: { ...living.lock, token } } };
}

/** Stores the trash paths chosen by the server. The server lists the newest first, the model last. */
function withTrashPaths(slot: Slot, { trash: rows }: Observation): Slot {
  const trash = slot.trash.map(({ doc }, at) => ({ doc, path: rows.at(-1 - at)!.path }));
  return { ...slot, trash };
}

function isChange(entry: HistoryEntry, before: HistoryEntry | undefined): boolean {
  return entry.revision !== before?.revision;
}
