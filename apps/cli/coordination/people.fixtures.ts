import { randomUUID } from 'node:crypto';
import type { Random } from '@galley/testing';
import { Client } from '../fixtures.ts';
import type { Answered } from './facts.fixtures.ts';

export const actions = ['start', 'pause', 'resume', 'stop', 'force-stop'] as const;

export interface ControlAnswer {
  readonly status: number;
  readonly requestId: string;
  readonly text: string;
}

export class Person {
  readonly #token: string;

  private constructor(token: string) {
    this.#token = token;
  }

  static async at(site: string): Promise<Person> {
    const client = await Client.signedIn(site);
    const body = { name: 'runs', scopes: ['*'] };
    const { token } = (
      await client.post<{ token: string }>('/__admin/api/tokens/create', body)
    ).json();
    return new Person(token);
  }

  get signedIn() {
    return { headers: { authorization: `Bearer ${this.#token}` } };
  }

  async control(
    address: string,
    workspace: string,
    { action, key = randomUUID(), body = {} }: { action: string; key?: string; body?: object },
  ): Promise<ControlAnswer> {
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

/** Requests random transitions, and records those that were confirmed. */
export class OperatorClient {
  readonly answered: Answered[] = [];
  readonly oddities: string[] = [];
  readonly #person: Person;
  readonly #random: Random;
  readonly #refusals = [404, 409];

  constructor(person: Person, random: Random) {
    this.#person = person;
    this.#random = random;
  }

  expect(status: number): void {
    this.#refusals.push(status);
  }

  async ask(address: string, workspace: string): Promise<void> {
    const action = this.#random.pick([...actions, 'resume', 'start', 'resume', 'start']);
    const answer = await this.#person
      .control(address, workspace, { action })
      .catch((error: unknown) => {
        if (error instanceof TypeError) return undefined;
        throw error;
      });
    if (answer?.status === 200) {
      const { run_id, state } = JSON.parse(answer.text) as { run_id: string; state: string };
      this.answered.push({ requestId: answer.requestId, runId: run_id, state });
    } else if (answer && !this.#refusals.includes(answer.status)) {
      this.oddities.push(`${action} at ${workspace}: ${answer.status} ${answer.text}`);
    }
  }
}

export function tally(all: readonly ControlAnswer[]): Record<string, number> {
  const outcomes = all.map(({ status, text }) => {
    const { code } = JSON.parse(text) as { code?: string };
    return code === undefined ? `${status}` : `${status} ${code}`;
  });
  return Object.fromEntries(
    [...Map.groupBy(outcomes, (outcome) => outcome)].map(([name, same]) => [name, same.length]),
  );
}
