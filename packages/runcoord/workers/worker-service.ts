import type { Database, Transaction } from '@galley/database';
import { canonicalJson, sha256, type Clock } from '@galley/kernel';
import { IdempotencyRepository, type IdempotentRequest } from '../idempotency-repository.ts';
import { runProblems } from '../problems.ts';
import type { Enforcement } from '../run-state-decision.ts';
import type { WorkScopeSetting } from '../work-scope-read-model.ts';
import { ApprovalWork } from './approval-work.ts';
import { DeliberationWork } from './deliberation-work.ts';
import { MemoryWork } from './memory-work.ts';
import type { PatchTrial } from './patch-trial.ts';
import { ProposalWork } from './proposal-work.ts';
import { QuestionWork } from './question-work.ts';
import { ResourceWork } from './resource-work.ts';
import { TableWork } from './table-work.ts';
import { TaskWork } from './task-work.ts';
import { TurnWork } from './turn-work.ts';
import { VoteWork } from './vote-work.ts';
import { WorkerTokenRepository } from './worker-token-repository.ts';
import type { Worker } from './worker.ts';
import { holdRun, type WorkContext } from './work-context.ts';

export interface Work {
  readonly tasks: TaskWork;
  readonly turns: TurnWork;
  readonly table: TableWork;
  readonly resources: ResourceWork;
  readonly proposals: ProposalWork;
  readonly votes: VoteWork;
  readonly deliberations: DeliberationWork;
  readonly approvals: ApprovalWork;
  readonly questions: QuestionWork;
  readonly memories: MemoryWork;
}

export interface WorkerServiceOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly enforcement: Enforcement;
  /** Ticks assign tasks within it, so an agent reaches the tasks that are assigned to it. */
  readonly scope: WorkScopeSetting;
  /** `undefined`: patches are not tried. */
  readonly patches?: PatchTrial | undefined;
}

export interface WorkCall {
  readonly name: string;
  /** Without a key, the call runs again on a retry. */
  readonly key?: string | undefined;
  /** Has to be equal on a retry with the same key. */
  readonly input: unknown;
}

export interface WorkAnswer {
  readonly isRefusal: boolean;
  readonly body: string;
}

export type WorkOutcome = WorkAnswer | 'reused';

const kept = { done: 200, refused: 409 } as const;

/**
 * A single transaction stores idempotency key, change, events and answer, so a call that is retried with its key takes
 * effect once despite any crash, and a concurrent duplicate waits for the first answer.
 */
export class WorkerService {
  readonly #options: WorkerServiceOptions;

  constructor(options: WorkerServiceOptions) {
    this.#options = options;
  }

  read<T>(worker: Worker, look: (work: Work) => Promise<T>): Promise<T> {
    return look(workOf({ ...this.#options, worker }));
  }

  /**
   * `reused`: the key came with other input. Revoking the token waits for this call.
   * @throws `run_over`, `worker_token_ended` for a token that has ended in the meantime, and the errors of `act`.
   */
  change(
    worker: Worker,
    call: WorkCall,
    act: (work: Work) => Promise<string>,
  ): Promise<WorkOutcome> {
    return this.#once({ worker, call }, async (transaction) => {
      await this.#holdToken(transaction, worker);
      const context: WorkContext = { ...this.#options, db: transaction, worker };
      await holdRun(context);
      return { isRefusal: false, body: await act(workOf(context)) };
    });
  }

  /** Does nothing if another answer was stored in the meantime. */
  keepRefusal(worker: Worker, call: WorkCall, body: string): Promise<WorkOutcome> {
    return this.#once({ worker, call }, () => Promise.resolve({ isRefusal: true, body }));
  }

  #once(
    { worker, call }: { readonly worker: Worker; readonly call: WorkCall },
    answer: (transaction: Transaction) => Promise<WorkAnswer>,
  ): Promise<WorkOutcome> {
    const { db, clock } = this.#options;
    const { key } = call;
    if (key === undefined) return db.transaction().execute(answer);
    const request = requestOf(worker, { ...call, key });
    return db.transaction().execute(async (transaction) => {
      const answers = new IdempotencyRepository({ db: transaction, clock });
      const claim = await answers.claim(request);
      if (claim.state === 'answered') {
        const { status, body } = claim.answer;
        return { isRefusal: status === kept.refused, body };
      }
      // A claimed key always commits with its answer, so no pending key is ever found.
      if (claim.state !== 'claimed') return 'reused';
      const { isRefusal, body } = await answer(transaction);
      const status = isRefusal ? kept.refused : kept.done;
      await answers.store(request, claim.since, { status, headers: {}, body });
      return { isRefusal, body };
    });
  }

  async #holdToken(transaction: Transaction, { tokenId }: Worker): Promise<void> {
    const tokens = new WorkerTokenRepository(transaction);
    if (await tokens.hold(tokenId, this.#options.clock.now())) return;
    throw runProblems.worker_token_ended(
      'Your token has expired or was revoked. Nothing was changed. Ask the person who started you for a new one.',
    );
  }
}

function workOf(context: WorkContext): Work {
  return {
    tasks: new TaskWork(context),
    turns: new TurnWork(context),
    table: new TableWork(context),
    resources: new ResourceWork(context),
    proposals: new ProposalWork(context),
    votes: new VoteWork(context),
    deliberations: new DeliberationWork(context),
    approvals: new ApprovalWork(context),
    questions: new QuestionWork(context),
    memories: new MemoryWork(context),
  };
}

/** The key belongs to agent and run, not to the token, so that calls continue after a token renewal. */
function requestOf(
  { workspaceId, runId, agentId }: Worker,
  { name, key, input }: WorkCall & { readonly key: string },
): IdempotentRequest {
  return {
    workspaceId: workspaceId ?? '',
    actor: `worker ${runId} ${agentId}`,
    method: 'MCP',
    path: name,
    key,
    bodySha256: sha256(canonicalJson(input)),
  };
}
