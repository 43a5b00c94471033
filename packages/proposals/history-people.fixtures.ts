import { DomainError, newId } from '@galley/kernel';
import type { RunAction, RunWithUse } from '@galley/runcoord';
import { Random } from '@galley/testing';
import type { HistoryServices } from './history-world.fixtures.ts';

const by = { username: 'olga', address: '', requestId: '' };

/** People and their acts in one run. Refusals are normal: they act on what they saw a moment ago. */
export class HistoryPeople {
  readonly #services: HistoryServices;
  readonly #random: Random;
  readonly #workspaceId: string;

  constructor(services: HistoryServices, random: Random, workspaceId: string) {
    this.#services = services;
    this.#random = random;
    this.#workspaceId = workspaceId;
  }

  async act(run: RunWithUse): Promise<void> {
    // Each attempt has its own numbers, so that a history does not depend on which is faster.
    const acts = [
      (random: Random) => this.#answer(run, random),
      (random: Random) => this.#answer(run, random),
      (random: Random) => this.#decide(run, random),
      (random: Random) => this.#decide(run, random),
      (random: Random) => this.#raise(run, random),
      (random: Random) => this.#task(run, random),
      () => this.#message(run),
      (random: Random) => this.#control(run, random),
    ];
    const act = this.#random.pick(acts);
    // Some people press a button twice.
    const results = await Promise.allSettled(
      Array.from({ length: this.#random.chance(0.2) ? 2 : 1 }, () =>
        act(new Random(this.#random.between(1, 1e9))),
      ),
    );
    for (const result of results)
      if (result.status === 'rejected' && !(result.reason instanceof DomainError))
        throw result.reason as Error;
  }

  get #command() {
    return { workspaceId: this.#workspaceId, by };
  }

  async #answer({ id: runId }: RunWithUse, random: Random): Promise<void> {
    const { records, conversation } = this.#services;
    const query = { workspaceId: this.#workspaceId, runId, status: 'open', limit: 20 };
    const { items } = await records.listQuestions(query);
    if (items.length === 0) return;
    const { id: questionId, choices } = random.pick(items);
    const answer = random.chance(0.7) ? random.pick(choices) : 'Look again.';
    const mayControl = random.chance(0.9);
    await conversation.answer({ ...this.#command, questionId, answer, mayControl });
  }

  async #decide({ id: runId }: RunWithUse, random: Random): Promise<void> {
    const { records, decisions } = this.#services;
    const query = { workspaceId: this.#workspaceId, runId, limit: 20 };
    const { items } = await records.listProposals(query);
    const open = items.filter(({ status, patch }) => status === 'in_review' && patch !== null);
    if (open.length === 0) return;
    const { id: proposalId, patch } = random.pick(open);
    const decision = random.pick(['accept', 'accept', 'reject', 'request_revision'] as const);
    const note = decision === 'accept' ? undefined : 'Not yet.';
    const about = { proposalId, decision, note, patchSha256: patch!.sha256 };
    await decisions.decide({ ...this.#command, ...about });
  }

  async #raise({ id: runId, reason, use }: RunWithUse, random: Random): Promise<void> {
    if (reason !== 'budget_reached') return;
    const { records, budgets } = this.#services;
    for (const { agentId, use: own } of await records.listBudgets(runId))
      if (random.chance(0.5)) {
        const limits = { turns: own.turns + 5, usd: own.usd + 1 };
        await budgets.set({ ...this.#command, runId, agentId, limits });
      }
    const limits = {
      turns: use.turns + random.between(0, 6),
      usd: null,
      minutes: null,
      tokens: use.tokens + 5_000,
    };
    await budgets.set({ ...this.#command, runId, limits });
  }

  async #task({ id: runId }: RunWithUse, random: Random): Promise<void> {
    const { records, tasks } = this.#services;
    const query = { workspaceId: this.#workspaceId, runId, limit: 50 };
    const { items } = await records.listTasks(query);
    if (items.length === 0 || random.chance(0.2)) {
      await tasks.create({ ...this.#command, runId, title: newId(), description: '' });
      return;
    }
    const action = random.pick(['cancel', 'reopen'] as const);
    await tasks[action]({ ...this.#command, taskId: random.pick(items).id });
  }

  async #message({ id: runId }: RunWithUse): Promise<void> {
    const words = { agentId: 'implementer-1', text: 'Mind the commas.' };
    await this.#services.conversation.message({ ...this.#command, runId, ...words });
  }

  async #control({ id: runId, status }: RunWithUse, random: Random): Promise<void> {
    const wanted: Readonly<Record<string, readonly RunAction[]>> = {
      active: ['pause', 'pause', 'stop', 'force-stop'],
      'paused-intake': ['resume', 'resume', 'resume', 'stop'],
    };
    const action = random.pick(wanted[status] ?? (['reopen'] as const));
    await this.#services.control.controlRun(runId, { ...this.#command, action });
  }
}
