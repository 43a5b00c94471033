import type { Database } from '@galley/database';
import { fieldError, redactSecrets, type Clock } from '@galley/kernel';
import { AgentRecordsReadModel, type AgentRecord } from './agent-records-read-model.ts';
import { ApprovalRepository, type ApprovalRecord } from './approval-repository.ts';
import { BudgetRepository } from './budgets/budget-repository.ts';
import { BudgetUseReadModel, sumOfUse } from './budgets/budget-use-read-model.ts';
import type { Budget, BudgetUse } from './budgets/budget.ts';
import { ClaimRepository, type Claim } from './claim-repository.ts';
import {
  DeliberationRepository,
  type Deliberation,
  type DeliberationPost,
} from './deliberation-repository.ts';
import type { ListedTable } from './list-order-read-model.ts';
import { QuestionRepository, type Question } from './people/question-repository.ts';
import { runProblems } from './problems.ts';
import { pageOf, type Page, type PageRequest, type RecordQuery } from './record-page.ts';
import { requireFound, requireWorkspace } from './require-workspace.ts';
import { RunControlRepository } from './run-control-repository.ts';
import { RunRecordsReadModel, type RunCensus, type RunRecord } from './run-records-read-model.ts';
import { RunWaitingReadModel } from './run-waiting-read-model.ts';
import type { RunWaiting } from './run-waiting.ts';
import {
  ProposalRecordsReadModel,
  type ProposalDetail,
  type ProposalRecord,
} from './proposal-records-read-model.ts';
import { TaskRepository, type Task } from './task-repository.ts';
import {
  MemoryWorkRepository,
  type Memory,
  type MemoryRecordQuery,
} from './workers/memory-work-repository.ts';
import { MessageReadModel, type PersonMessage } from './people/message-read-model.ts';

export interface RunWithUse extends RunRecord {
  readonly use: BudgetUse;
}

export interface AgentBudget {
  readonly agentId: string;
  readonly budget: Budget;
  readonly use: BudgetUse;
}

export interface RunRecordsOptions {
  readonly db: Database;
  readonly clock: Clock;
}

/**
 * Records of runs per workspace (GAP-RC-API-10), with secrets in goals and commands redacted. Agents are shared.
 * @throws `workspace_not_found` from every method; `invalid_request` from lists if `after` is not an item of the list.
 */
export class RunRecords {
  readonly #clock: Clock;
  readonly #workspaces: RunControlRepository;
  readonly #runs: RunRecordsReadModel;
  readonly #waiting: RunWaitingReadModel;
  readonly #tasks: TaskRepository;
  readonly #proposals: ProposalRecordsReadModel;
  readonly #approvals: ApprovalRepository;
  readonly #claims: ClaimRepository;
  readonly #questions: QuestionRepository;
  readonly #memories: MemoryWorkRepository;
  readonly #agents: AgentRecordsReadModel;
  readonly #deliberations: DeliberationRepository;
  readonly #messages: MessageReadModel;
  readonly #budgets: BudgetRepository;
  readonly #uses: BudgetUseReadModel;

  constructor({ db, clock }: RunRecordsOptions) {
    this.#clock = clock;
    this.#workspaces = new RunControlRepository(db);
    this.#runs = new RunRecordsReadModel(db);
    this.#waiting = new RunWaitingReadModel(db);
    this.#tasks = new TaskRepository(db);
    this.#proposals = new ProposalRecordsReadModel(db);
    this.#approvals = new ApprovalRepository(db);
    this.#claims = new ClaimRepository(db);
    this.#questions = new QuestionRepository(db);
    this.#memories = new MemoryWorkRepository(db);
    this.#agents = new AgentRecordsReadModel(db);
    this.#deliberations = new DeliberationRepository(db);
    this.#messages = new MessageReadModel(db);
    this.#budgets = new BudgetRepository(db);
    this.#uses = new BudgetUseReadModel(db);
  }

  /** Newest first. */
  async listRuns(query: RecordQuery): Promise<Page<RunWithUse>> {
    const page = await this.#page('runs', query, (asked) => this.#runs.list(asked));
    const uses = await this.#listUses(page.items.map(({ id }) => id));
    const items = page.items.map((run) => ({
      ...withoutSecrets(run),
      use: sumOfUse(uses.filter(({ runId }) => runId === run.id)),
    }));
    return { ...page, items };
  }

  /** @throws `run_not_found`, also for a run of another workspace. */
  async getRun(workspaceId: string, id: string): Promise<RunWithUse> {
    await requireWorkspace(this.#workspaces, workspaceId);
    const run = await requireFound(
      { workspaceId, kind: 'Run', id, problem: runProblems.run_not_found },
      () => this.#runs.find(workspaceId, id),
    );
    return { ...withoutSecrets(run), use: sumOfUse(await this.#listUses([id])) };
  }

  /** Agents that have a budget in the run or have used some. */
  async listBudgets(runId: string): Promise<AgentBudget[]> {
    const { agents } = await this.#budgets.get(runId);
    const uses = await this.#listUses([runId]);
    const ids = new Set([...Object.keys(agents), ...uses.map(({ agentId }) => agentId)]);
    return [...ids].toSorted().map((agentId) => ({
      agentId,
      budget: agents[agentId] ?? {},
      use: sumOfUse(uses.filter((use) => use.agentId === agentId)),
    }));
  }

  #listUses(runIds: readonly string[]) {
    return this.#uses.list(runIds, this.#clock.now());
  }

  countWork({ workspaceId, id }: RunRecord): Promise<RunCensus> {
    return this.#runs.count(workspaceId, id, this.#clock.now());
  }

  /** Null if the run was deleted meanwhile. */
  findWaiting({ id }: RunRecord): Promise<RunWaiting | null> {
    return this.#waiting.find(id);
  }

  /** In assignment order. */
  listTasks(query: RecordQuery): Promise<Page<Task>> {
    return this.#page('tasks', query, ({ workspaceId, status, ...asked }) =>
      this.#tasks.list(
        { workspaceId },
        { ...asked, ...(status !== undefined && { statuses: [status] }) },
      ),
    );
  }

  /** In database order, each with its newest patch. */
  listProposals(query: RecordQuery): Promise<Page<ProposalRecord>> {
    return this.#page('proposals', query, (asked) => this.#proposals.list(asked));
  }

  /** @throws `proposal_not_found`, also for a proposal of another workspace. */
  async getProposal(workspaceId: string, id: string): Promise<ProposalDetail> {
    await requireWorkspace(this.#workspaces, workspaceId);
    return requireFound(
      { workspaceId, kind: 'Proposal', id, problem: runProblems.proposal_not_found },
      () => this.#proposals.find(workspaceId, id),
    );
  }

  /** Newest first; `status` is `open` or `answered`. */
  listQuestions(query: RecordQuery): Promise<Page<Question>> {
    return this.#page('questions', query, (asked) => this.#questions.list(asked));
  }

  /** Newest first. */
  listMemories(query: MemoryRecordQuery): Promise<Page<Memory>> {
    return this.#page('memories', query, (asked) => this.#memories.list(asked));
  }

  /** Newest first. */
  listDeliberations(query: RecordQuery): Promise<Page<Deliberation>> {
    return this.#page('deliberations', query, (asked) => this.#deliberations.list(asked));
  }

  /** Oldest first. @throws `deliberation_not_found`, also for one of another workspace. */
  async listPosts(
    deliberationId: string,
    { workspaceId, after, limit }: RecordQuery,
  ): Promise<Page<DeliberationPost>> {
    await requireWorkspace(this.#workspaces, workspaceId);
    const wanted = { workspaceId, kind: 'Deliberation', id: deliberationId };
    await requireFound({ ...wanted, problem: runProblems.deliberation_not_found }, () =>
      this.#deliberations.findInWorkspace(workspaceId, deliberationId),
    );
    return pageOf(
      await this.#deliberations.listPosts(deliberationId, { after, limit: limit + 1 }),
      limit,
    );
  }

  /** Messages of people to agents in a run, newest first. @throws `run_not_found`. */
  async listMessages(
    runId: string,
    { workspaceId, after, limit }: RecordQuery,
  ): Promise<Page<PersonMessage>> {
    await this.getRun(workspaceId, runId);
    return pageOf(await this.#messages.list(runId, { after, limit: limit + 1 }), limit);
  }

  /** Newest first. */
  listApprovals(query: RecordQuery): Promise<Page<ApprovalRecord>> {
    return this.#page('approval_requests', query, (asked) => this.#approvals.list(asked));
  }

  async listAgents(query: RecordQuery): Promise<Page<AgentRecord>> {
    const page = await this.#page('agents', query, (asked) => this.#agents.listAgents(asked));
    const agents = await this.#agents.addActivity(query.workspaceId, page.items);
    const items = agents.map((one) => ({ ...one, command: redactSecrets(one.command) }));
    return { ...page, items };
  }

  listClaims(query: RecordQuery): Promise<Page<Claim>> {
    const now = this.#clock.now();
    return this.#page('resource_claims', query, (asked) =>
      this.#claims.listOfWorkspace(asked, now),
    );
  }

  async #page<Item extends { readonly id: string }, Query extends PageRequest & RecordQuery>(
    table: ListedTable,
    query: Query,
    list: (query: Query) => Promise<Item[]>,
  ): Promise<Page<Item>> {
    const { workspaceId, limit, after } = query;
    await requireWorkspace(this.#workspaces, workspaceId);
    const found = await list({ ...query, limit: limit + 1 });
    if (found.length === 0 && after !== undefined) await this.#requireItem(table, after);
    return pageOf(found, limit);
  }

  /** An unknown cursor would return an empty page, like the one after the last page. */
  async #requireItem(table: ListedTable, after: string): Promise<void> {
    if (await this.#runs.has(table, after)) return;
    throw runProblems.invalid_request(
      'after: must be the next of the previous page. Omit it to start again.',
      { errors: [fieldError('after', 'invalid_cursor')] },
    );
  }
}

function withoutSecrets(run: RunRecord): RunRecord {
  const parameters =
    run.parameters &&
    Object.fromEntries(
      Object.entries(run.parameters).map(([name, text]) => [name, redactSecrets(text)]),
    );
  return { ...run, parameters, goal: redactSecrets(run.goal) };
}
