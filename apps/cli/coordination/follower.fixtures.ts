import { setTimeout as delay } from 'node:timers/promises';
import type { TestDatabase } from '@galley/testing';
import type { Person } from './people.fixtures.ts';

const atOnce = 1_000;

export class Follower {
  readonly seen: number[] = [];
  readonly #db: TestDatabase['db'];

  constructor(db: TestDatabase['db']) {
    this.#db = db;
  }

  async follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const events = await this.#db
        .selectFrom('run_events')
        .select('id')
        .where('id', '>', this.seen.at(-1) ?? 0)
        .orderBy('id')
        .limit(atOnce)
        .execute();
      this.seen.push(...events.map(({ id }) => id));
      if (events.length < atOnce) await delay(5);
    }
  }
}

/** Follows the events of a workspace's runs over HTTP, at any server that answers. */
export class Audience {
  readonly seen = new Map<string, number[]>();
  readonly oddities: string[] = [];
  readonly #person: Person;
  readonly #workspace: string;
  readonly #addresses: () => readonly string[];
  readonly #following: Promise<void>[] = [];

  constructor(person: Person, workspace: string, addresses: () => readonly string[]) {
    this.#person = person;
    this.#workspace = workspace;
    this.#addresses = addresses;
  }

  get stopped(): Promise<unknown> {
    return Promise.all(this.#following);
  }

  follow(runId: string, signal: AbortSignal): void {
    if (this.seen.has(runId)) return;
    this.seen.set(runId, []);
    this.#following.push(this.#follow(runId, signal));
  }

  async #follow(runId: string, signal: AbortSignal): Promise<void> {
    for (let turn = 0; !signal.aborted; turn += 1) {
      const addresses = this.#addresses();
      const address = addresses[turn % addresses.length]!;
      await this.#next(`${address}/api/v1/workspaces/${this.#workspace}/runs/${runId}`, {
        seen: this.seen.get(runId)!,
        signal,
      });
    }
  }

  async #next(run: string, { seen, signal }: { seen: number[]; signal: AbortSignal }) {
    try {
      const url = `${run}/events?wait=2s&limit=200&after=${seen.at(-1) ?? 0}`;
      const response = await fetch(url, { ...this.#person.signedIn, signal });
      const text = await response.text();
      if (response.status === 200) {
        const { items } = JSON.parse(text) as { items: readonly { id: string }[] };
        seen.push(...items.map(({ id }) => Number(id)));
      } else if (response.status !== 503) this.oddities.push(`${url}: ${response.status} ${text}`);
      else await delay(20);
    } catch (error) {
      // The server was killed or is not up yet, or the test stopped following.
      if (!(error instanceof TypeError) && !signal.aborted) throw error;
      await delay(20);
    }
  }
}
