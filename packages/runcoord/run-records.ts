import type { Database } from '@galley/database';
import { redactSecrets, type Clock } from '@galley/kernel';
import {
  AgentRecordsReadModel,
  type AgentRecord,
  type ClaimRecord,
} from './agent-records-read-model.ts';
import { ApprovalRecordsReadModel, type ApprovalRecord } from './approval-records-read-model.ts';
import { BudgetRepository } from './budgets/budget-repository.ts';
import { BudgetUseReadModel, sumOfUse } from './budgets/budget-use-read-model.ts';
import type { Budget, BudgetUse } from './budgets/budget.ts';
import type { ListedTable } from './list-order-read-model.ts';
import { QuestionRepository, type Question } from './people/question-repository.ts';
import { runProblems } from './problems.ts';
import { pageOf, type Page, type PageRequest, type RecordQuery } from './record-page.ts';
import { requireWorkspace, quoteName } from './require-workspace.ts';
import { RunControlRepository } from './run-control-repository.ts';
import { RunRecordsReadModel, type RunCensus, type RunRecord } from './run-records-read-model.ts';
import { RunWaitingReadModel } from './run-waiting-read-model.ts';
import type { RunWaiting } from './run-waiting.ts';
import {
  WorkRecordsReadModel,
  type DeliberationRecord,
  type ProposalDetail,
  type ProposalRecord,
  type TaskRecord,
} from './work-records-read-model.ts';
import {
  MemoryWorkRepository,
  type Memory,
  type MemoryRecordQuery,
} from './workers/memory-work-repository.ts';
import {
  DeliberationWorkRepository,
  type DeliberationPost,
} from './workers/deliberation-work-repository.ts';
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
  readonly #work: WorkRecordsReadModel;
  readonly #approvals: ApprovalRecordsReadModel;
  readonly #questions: QuestionRepository;
  readonly #memories: MemoryWorkRepository;
  readonly #agents: AgentRecordsReadModel;
  readonly #deliberations: DeliberationWorkRepository;
  readonly #messages: MessageReadModel;
  readonly #budgets: BudgetRepository;
  readonly #uses: BudgetUseReadModel;

  constructor({ db, clock }: RunRecordsOptions) {
    this.#clock = clock;
    this.#workspaces = new RunControlRepository(db);
    this.#runs = new RunRecordsReadModel(db);
    this.#waiting = new RunWaitingReadModel(db);
    this.#work = new WorkRecordsReadModel(db);
    this.#approvals = new ApprovalRecordsReadModel(db);
    this.#questions = new QuestionRepository(db);
    this.#memories = new MemoryWorkRepository(db);
    this.#agents = new AgentRecordsReadModel(db);
    this.#deliberations = new DeliberationWorkRepository(db);
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
    // PostgreSQL rejects NUL, so no stored id contains it.
    const run = id.includes('\0') ? undefined : await this.#runs.find(workspaceId, id);
    if (run) return { ...withoutSecrets(run), use: sumOfUse(await this.#listUses([id])) };
    throw runProblems.run_not_found(
      `Run "${quoteName(id)}" not found in the workspace "${workspaceId}".`,
    );
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
  listTasks(query: RecordQuery): Promise<Page<TaskRecord>> {
    return this.#page('tasks', query, (asked) => this.#work.listTasks(asked));
  }

  /** In database order, each with its newest patch. */
  listProposals(query: RecordQuery): Promise<Page<ProposalRecord>> {
    return this.#page('proposals', query, (asked) => this.#work.listProposals(asked));
  }

  /** @throws `proposal_not_found`, also for a proposal of another workspace. */
  async getProposal(workspaceId: string, id: string): Promise<ProposalDetail> {
    await requireWorkspace(this.#workspaces, workspaceId);
    const found = id.includes('\0') ? undefined : await this.#work.findProposal(workspaceId, id);
    if (found) return found;
    throw runProblems.proposal_not_found(
      `Proposal "${quoteName(id)}" not found in the workspace "${workspaceId}".`,
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
  listDeliberations(query: RecordQuery): Promise<Page<DeliberationRecord>> {
    return this.#page('deliberations', query, (asked) => this.#work.listDeliberations(asked));
  }

  /** Oldest first. @throws `deliberation_not_found`, also for one of another workspace. */
  async listPosts(
    deliberationId: string,
    { workspaceId, after, limit }: RecordQuery,
  ): Promise<Page<DeliberationPost>> {
    await requireWorkspace(this.#workspaces, workspaceId);
    const posts = this.#deliberations;
    const isThere =
      !deliberationId.includes('\0') && (await posts.isIn(workspaceId, deliberationId));
    if (!isThere) {
      throw runProblems.deliberation_not_found(
        `Deliberation "${quoteName(deliberationId)}" not found in the workspace "${workspaceId}".`,
      );
    }
    return pageOf(await posts.listPosts(deliberationId, { after, limit: limit + 1 }), limit);
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

  listClaims(query: RecordQuery): Promise<Page<ClaimRecord>> {
    const now = this.#clock.now();
    return this.#page('resource_claims', query, (asked) => this.#agents.listClaims(asked, now));
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
      { errors: [{ path: 'after', message: 'is not an item of this list' }] },
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
