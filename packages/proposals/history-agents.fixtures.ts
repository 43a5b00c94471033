import { DomainError, newId } from '@galley/kernel';
import type { LivingSession, SessionEnd, SessionEvent, Work, Worker } from '@galley/runcoord';
import type { Random } from '@galley/testing';
import { secret, type HistoryServices } from './history-world.fixtures.ts';

export const behaviours = [
  'works',
  'works',
  'works',
  'crashes',
  'hangs',
  'claims success',
  'does nothing',
  'floods',
  'loops',
  'flips',
  'prints secrets',
  'asks and disappears',
  'is not signed in',
] as const;
export type Behaviour = (typeof behaviours)[number];

export interface AgentTurn {
  readonly services: HistoryServices;
  readonly session: LivingSession;
  readonly worker: Worker;
  readonly random: Random;
  readonly base: string;
}

type Acting = (agent: ActingAgent, turn: AgentTurn) => Promise<SessionEnd | undefined>;

const acts: Readonly<Record<Behaviour, Acting>> = {
  works: async (agent) => {
    await agent.work();
    return end(0);
  },
  crashes: async (agent, { random }) => {
    if (random.chance(0.5)) await agent.work();
    return random.chance(0.5) ? end(1) : { ...end(null), isInterrupted: true };
  },
  hangs: async () => undefined,
  'claims success': async (agent, { session }) => {
    await agent.try(({ turns }) => turns.complete(session.requestEventId, 'All done.'));
    return end(0);
  },
  'does nothing': async () => end(0),
  floods: async (agent) => {
    await agent.flood();
    return end(0);
  },
  loops: async (agent) => {
    await agent.loop();
    return end(0);
  },
  flips: async (agent) => {
    await agent.flip();
    return end(0);
  },
  'prints secrets': async (agent) => {
    await agent.ask(`Is ${secret} right?`);
    await agent.try(({ memories }) => memories.record('Keys', `The key is ${secret}.`));
    return { ...end(1), reason: `exit code 1: ${secret}` };
  },
  'asks and disappears': async (agent, { random }) => {
    await agent.ask('Which tone?');
    return { ...end(null), isInterrupted: random.chance(0.5) };
  },
  'is not signed in': async () => ({ ...end(1), failure: 'sign_in' }),
};

/** `undefined` for an agent that goes on without doing anything. */
export function behave(behaviour: Behaviour, turn: AgentTurn): Promise<SessionEnd | undefined> {
  return acts[behaviour](new ActingAgent(turn), turn);
}

function end(exitCode: number | null): SessionEnd {
  const reason = exitCode === null ? 'vanished' : `exit code ${exitCode}`;
  return { exitCode, reason, isInterrupted: false, logFile: null };
}

export function outputOf(behaviour: Behaviour, random: Random): readonly SessionEvent[] {
  const usage = {
    model: 'm',
    inputTokens: random.between(0, 900),
    outputTokens: random.between(0, 90),
    usd: random.chance(0.7) ? random.between(0, 80) / 100 : null,
  };
  const said = behaviour === 'prints secrets' ? `export TOKEN=${secret}` : `I am ${behaviour}.`;
  return [
    { kind: 'message', text: said },
    { kind: 'usage', usage },
  ];
}

class ActingAgent {
  readonly #turn: AgentTurn;

  constructor(turn: AgentTurn) {
    this.#turn = turn;
  }

  /** Repeats some calls with the same key, as clients do after a lost answer. A refusal ends the attempt. */
  async try<T>(act: (work: Work) => Promise<T>): Promise<T | undefined> {
    const { services, worker, random } = this.#turn;
    const call = { name: 'test', key: newId(), input: {} };
    let done: T | undefined;
    const attempt = () =>
      services.workers.change(worker, call, async (work) => {
        done = await act(work);
        return '{}';
      });
    const results = await Promise.allSettled(
      Array.from({ length: random.chance(0.2) ? 2 : 1 }, attempt),
    );
    for (const result of results)
      if (result.status === 'rejected' && !(result.reason instanceof DomainError))
        throw result.reason as Error;
    return done;
  }

  async work(): Promise<void> {
    const { session, random } = this.#turn;
    const [kind = '', id = ''] = session.turn.reason.split(' ');
    if (kind === 'plan') await this.#plan(random.between(1, 3));
    else if (kind === 'review') await this.#vote(id);
    else if (kind === 'revise') await this.#patch(id, newId());
    else if (kind === 'task') await this.#task(id);
    else await this.try(({ memories }) => memories.record('Heard', 'Noted.'));
  }

  async #plan(count: number): Promise<void> {
    const { random } = this.#turn;
    const made: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const limits = {
        ...(random.chance(0.3) && { paths: ['content/**'] }),
        ...(random.chance(0.3) && { dependsOn: made }),
      };
      const task = await this.try(({ tasks }) =>
        tasks.create({ title: newId(), description: '', ...limits }),
      );
      if (task) made.push(task.id);
    }
  }

  async #task(taskId: string): Promise<void> {
    const { random } = this.#turn;
    if (random.chance(0.6)) {
      await this.#propose(taskId, newId());
      return;
    }
    const status = random.pick(['completed', 'done', 'blocked', 'failed', 'waiting']);
    await this.try(({ tasks }) => tasks.updateStatus({ taskId, status }));
  }

  async #propose(taskId: string | undefined, words: string): Promise<string | undefined> {
    const text = { title: 'Ink', body: '', risk: 'low', taskId };
    const made = await this.try(({ proposals }) => proposals.create(text));
    if (made) await this.#patch(made.id, words);
    return made?.id;
  }

  async #patch(id: string, words: string): Promise<void> {
    const path = `content/${id}.md`;
    const patch = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${words}\n`;
    await this.try(({ proposals }) => proposals.attachPatch(id, this.#turn.base, patch));
  }

  async #vote(proposalId: string): Promise<void> {
    const { random, services, worker } = this.#turn;
    const found = await services.workers
      .read(worker, ({ proposals }) => proposals.get(proposalId))
      .catch(() => undefined);
    const decision = random.pick(['approve', 'reject', 'abstain'] as const);
    const patchSha256 = found?.patch?.sha256;
    await this.try(({ votes }) => votes.cast({ proposalId, decision, comment: '', patchSha256 }));
  }

  async ask(text: string): Promise<void> {
    await this.try(({ questions }) => questions.ask({ text, choices: ['Plain', 'Warm'] }));
  }

  async flood(): Promise<void> {
    await this.#plan(4);
    for (let number = 0; number < 3; number += 1) await this.ask(`Question ${newId()}?`);
    for (let number = 0; number < 5; number += 1)
      await this.try(({ turns }) => turns.request('implementer-2', `hurry ${newId()}`));
  }

  async loop(): Promise<void> {
    const { agentId, turn } = this.#turn.session;
    const [kind = '', id = ''] = turn.reason.split(' ');
    if (kind === 'task') {
      const status = this.#turn.random.pick(['in_progress', newId()]);
      await this.try(({ tasks }) => tasks.updateStatus({ taskId: id, status }));
    }
    await this.try(({ turns }) => turns.request(agentId, 'once more'));
  }

  /** Proposes and withdraws the same change, which is no progress. */
  async flip(): Promise<void> {
    const id = await this.#propose(undefined, 'The same words.');
    if (id !== undefined) await this.try(({ proposals }) => proposals.withdraw(id));
  }
}
