import { setTimeout as delay } from 'node:timers/promises';
import type { SignedIn } from './signed-in.ts';

export interface Tally {
  asked: number;
  readonly dropped: string[];
}

interface Entry {
  readonly hash: string;
  readonly message: string;
}

const pause = 5;

export class RollingPeople {
  readonly reads: Tally = { asked: 0, dropped: [] };
  readonly saves: Tally = { asked: 0, dropped: [] };
  readonly looks: Tally = { asked: 0, dropped: [] };
  readonly #site: string;
  readonly #coordinators: string;
  readonly #person: SignedIn;
  readonly #acknowledged = new Map<string, string[]>();
  readonly #unanswered = new Set<string>();
  readonly #over = new AbortController();
  readonly #at: Promise<unknown>;

  constructor(
    { site, coordinators }: { readonly site: string; readonly coordinators: string },
    person: SignedIn,
    papers: readonly string[],
  ) {
    this.#site = site;
    this.#coordinators = coordinators;
    this.#person = person;
    const addresses = ['/posts/paper-1/', '/__platform/api/collections', '/'];
    this.#at = Promise.all([
      ...addresses.map((address) => this.#read(address)),
      ...papers.map((path) => this.#save(path)),
      this.#look(),
    ]);
  }

  async end(): Promise<void> {
    this.#over.abort();
    await this.#at;
  }

  async faults(): Promise<string[]> {
    const faults: string[] = [];
    for (const [path, messages] of this.#acknowledged) {
      const history = await this.#history(path);
      const kept = history
        .map(({ message }) => message)
        // Initial entries have messages of Galley's own.
        .filter((message) => message.startsWith(path))
        .toReversed();
      const twice = kept.filter((message, at) => kept.indexOf(message) !== at);
      faults.push(...twice.map((message) => `${message} appears twice`));
      const answered = kept.filter((message) => !this.#unanswered.has(message));
      messages.forEach((message, at) => {
        if (answered[at] !== message)
          faults.push(`${message} of ${path} is missing or out of order`);
      });
    }
    return faults;
  }

  async #history(path: string): Promise<readonly Entry[]> {
    const address = `${this.#site}/__admin/api/documents/history?path=${encodeURIComponent(path)}`;
    const entries: Entry[] = [];
    for (let before = ''; ; before = `&before=${entries.at(-1)!.hash}`) {
      const answer = await fetch(`${address}&limit=200${before}`, {
        headers: this.#person.headers,
      });
      const page = (await answer.json()) as Entry[];
      entries.push(...page);
      if (page.length < 200) return entries;
    }
  }

  async #read(address: string): Promise<void> {
    await this.#again(this.reads, () => fetch(this.#site + address));
  }

  async #look(): Promise<void> {
    const address = `${this.#coordinators}/api/v1/workspaces/default/runs/status`;
    await this.#again(this.looks, () => fetch(address, { headers: this.#person.headers }));
  }

  async #save(path: string): Promise<void> {
    const acknowledged: string[] = [];
    this.#acknowledged.set(path, acknowledged);
    let count = 0;
    await this.#again(this.saves, async () => {
      count += 1;
      const message = `${path} ${count}`;
      this.#unanswered.add(message);
      const answer = await fetch(`${this.#site}/__admin/api/documents/save`, {
        method: 'POST',
        headers: { ...this.#person.headers, 'content-type': 'application/json' },
        body: JSON.stringify({ path, content: `${message}\n`, message }),
      });
      if (!answer.ok) return answer;
      acknowledged.push(message);
      this.#unanswered.delete(message);
      return answer;
    });
  }

  async #again(tally: Tally, ask: () => Promise<Response>): Promise<void> {
    while (!this.#over.signal.aborted) {
      tally.asked += 1;
      const fault = await faultOf(ask);
      if (fault !== undefined) tally.dropped.push(fault);
      await delay(pause);
    }
  }
}

async function faultOf(ask: () => Promise<Response>): Promise<string | undefined> {
  try {
    const answer = await ask();
    await answer.arrayBuffer();
    return answer.ok ? undefined : String(answer.status);
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
}
