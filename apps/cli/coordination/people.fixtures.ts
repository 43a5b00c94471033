import { randomUUID } from 'node:crypto';
import type { Random } from '@galley/testing';
import { Client } from '../fixtures.ts';
import type { Answered } from './facts.fixtures.ts';

export const actions = ['start', 'pause', 'resume', 'stop', 'force-stop'] as const;

export interface Told {
  readonly status: number;
  readonly requestId: string;
  readonly text: string;
}

/** Somebody with a personal token, who controls runs over HTTP. */
export class Person {
  readonly #token: string;

  private constructor(token: string) {
    this.#token = token;
  }

  /** The administrator, with a token that is made at a content server of the project. */
  static async at(site: string): Promise<Person> {
    const client = await Client.signedIn(site);
    const body = { name: 'runs', scopes: ['*'] };
    const { token } = (
      await client.post<{ token: string }>('/__admin/api/tokens/create', body)
    ).json();
    return new Person(token);
  }

  /** For `fetch`. */
  get signedIn() {
    return { headers: { authorization: `Bearer ${this.#token}` } };
  }

  async control(
    address: string,
    workspace: string,
    { action, key = randomUUID(), body = {} }: { action: string; key?: string; body?: object },
  ): Promise<Told> {
    const response = await fetch(`${address}/api/v1/workspaces/${workspace}/runs/${action}`, {
      method: 'POST',
      headers: {
        ...this.signedIn.headers,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    const requestId = response.headers.get('x-request-id') ?? '';
    return { status: response.status, requestId, text: await response.text() };
  }
}

/** The transitions that somebody asks for at random, and what was promised. */
export class Desk {
  readonly answered: Answered[] = [];
  /** What was answered otherwise than a transition that is done or refused. */
  readonly oddities: string[] = [];
  readonly #person: Person;
  readonly #random: Random;
  readonly #refusals = [404, 409];

  constructor(person: Person, random: Random) {
    this.#person = person;
    this.#random = random;
  }

  /** Takes a refusal with this status as one that is in order. */
  expect(status: number): void {
    this.#refusals.push(status);
  }

  /** Asks one that may be gone at any moment. */
  async ask(address: string, workspace: string): Promise<void> {
    const action = this.#random.pick([...actions, 'resume', 'start', 'resume', 'start']);
    const told = await this.#person
      .control(address, workspace, { action })
      .catch((error: unknown) => {
        if (error instanceof TypeError) return undefined;
        throw error;
      });
    if (told?.status === 200) {
      const { run_id, state } = JSON.parse(told.text) as { run_id: string; state: string };
      this.answered.push({ requestId: told.requestId, runId: run_id, state });
    } else if (told && !this.#refusals.includes(told.status)) {
      this.oddities.push(`${action} at ${workspace}: ${told.status} ${told.text}`);
    }
  }
}

/** How many answers of each status there are; of problems, with their code. */
export function tally(all: readonly Told[]): Record<string, number> {
  const outcomes = all.map(({ status, text }) => {
    const { code } = JSON.parse(text) as { code?: string };
    return code === undefined ? `${status}` : `${status} ${code}`;
  });
  return Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([name, same]) => [name, same.length]),
  );
}
