import type { Database, Transaction } from '@galley/database';
import { canonicalJson, sha256, type Clock } from '@galley/kernel';
import { IdempotencyRepository, type IdempotentRequest } from '../idempotency-repository.ts';
import { runProblems } from '../problems.ts';
import type { Enforcement } from '../settlement.ts';
import { ApprovalWork } from './approval-work.ts';
import { DeliberationWork } from './deliberation-work.ts';
import { MemoryWork } from './memory-work.ts';
import type { PatchTrial } from './patch-trial.ts';
import { ProposalWork } from './proposal-work.ts';
import { ResourceWork } from './resource-work.ts';
import { TableWork } from './table-work.ts';
import { TaskWork } from './task-work.ts';
import { TurnWork } from './turn-work.ts';
import { VoteWork } from './vote-work.ts';
import { WorkerTokenRepository } from './worker-token-repository.ts';
import type { Worker } from './worker.ts';
import { holdRun, type WorkContext } from './work-context.ts';

/** Everything that a worker does in its run. */
export interface Work {
  readonly tasks: TaskWork;
  readonly turns: TurnWork;
  readonly table: TableWork;
  readonly resources: ResourceWork;
  readonly proposals: ProposalWork;
  readonly votes: VoteWork;
  readonly deliberations: DeliberationWork;
  readonly approvals: ApprovalWork;
  readonly memories: MemoryWork;
}

export interface WorkerDeskOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly enforcement: Enforcement;
  /** What patches are tried on when they are attached; undefined: none is. */
  readonly patches?: PatchTrial | undefined;
}

/** A call that changes something, which may be sent again. */
export interface WorkCall {
  /** What is called, such as `task.create`. */
  readonly name: string;
  readonly key: string;
  /** What has to be the same when it is sent again. */
  readonly input: unknown;
}

/** What came of a call: JSON, as it is answered every time. */
export interface WorkAnswer {
  readonly isRefusal: boolean;
  readonly body: string;
}

export type WorkOutcome = WorkAnswer | 'reused';

const kept = { done: 200, refused: 409 } as const;

/**
 * Where workers do their work. What changes something is one transaction: the key of the call, the change, the events
 * that tell of it, and the answer commit together or not at all. So a call that is sent again, whoever died in between,
 * is done once; and one that comes while the first is under way waits for its answer.
 */
export class WorkerDesk {
  readonly #options: WorkerDeskOptions;

  constructor(options: WorkerDeskOptions) {
    this.#options = options;
  }

  read<T>(worker: Worker, look: (work: Work) => Promise<T>): Promise<T> {
    return look(workOf({ ...this.#options, worker }));
  }

  /**
   * What `act` answers, or what was answered to the same call; `reused` when the key came with another input. The token
   * stays in force until the commit: whoever revokes it is answered when nothing of it can come after. Throws
   * `run_over`, `worker_token_ended` for a token that has ended meanwhile, and what `act` throws.
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

  /** Keeps what a call was refused with, unless it has been answered otherwise meanwhile. */
  keepRefusal(worker: Worker, call: WorkCall, body: string): Promise<WorkOutcome> {
    return this.#once({ worker, call }, () => Promise.resolve({ isRefusal: true, body }));
  }

  #once(
    { worker, call }: { readonly worker: Worker; readonly call: WorkCall },
    answer: (transaction: Transaction) => Promise<WorkAnswer>,
  ): Promise<WorkOutcome> {
    const { db, clock } = this.#options;
    const request = requestOf(worker, call);
    return db.transaction().execute(async (transaction) => {
      const answers = new IdempotencyRepository({ db: transaction, clock });
      const claim = await answers.claim(request);
      if (claim.state === 'answered') {
        const { status, body } = claim.answer;
        return { isRefusal: status === kept.refused, body };
      }
      // A reservation is never committed without its answer, so that none is found that is still running.
      if (claim.state !== 'claimed') return 'reused';
      const { isRefusal, body } = await answer(transaction);
      const status = isRefusal ? kept.refused : kept.done;
      await answers.keep(request, claim.since, { status, headers: {}, body });
      return { isRefusal, body };
    });
  }

  async #holdToken(transaction: Transaction, { tokenId }: Worker): Promise<void> {
    const tokens = new WorkerTokenRepository(transaction);
    if (await tokens.hold(tokenId, this.#options.clock.now())) return;
    throw runProblems.worker_token_ended(
      'Your token has expired or was revoked at this moment; nothing was done. Ask whoever started you for another.',
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
    memories: new MemoryWork(context),
  };
}

/** Of the agent in the run, whatever token it comes with: one that is renewed goes on with its calls. */
function requestOf(
  { workspaceId, runId, agentId }: Worker,
  { name, key, input }: WorkCall,
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
