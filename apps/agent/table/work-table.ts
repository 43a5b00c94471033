import { z } from 'zod';
import {
  anything,
  proposalShape,
  proposalWithPatch,
  taskShape,
  voteShape,
  type Proposal,
  type ProposalWithPatch,
  type Task,
  type Vote,
} from './answers.ts';
import { Refusal, type Table } from './table.ts';

const terminal: ReadonlySet<string> = new Set([
  ...['completed', 'done', 'closed', 'cancelled', 'canceled', 'failed'],
]);

export const isTerminal = ({ status }: Task) => terminal.has(status);

const activeProposals = ['pending', 'in_review', 'revision_requested'];
const pageSize = 200;
/** A run never has more tasks than people could look through. */
const maxPages = 100;

export class WorkTable {
  readonly #table: Table;
  readonly agentId: string;

  constructor(table: Table, agentId: string) {
    this.#table = table;
    this.agentId = agentId;
  }

  async listTasks(): Promise<readonly Task[]> {
    const shape = z.object({ tasks: z.array(taskShape), next_cursor: z.string().nullable() });
    const found: Task[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < maxPages; page += 1) {
      const from: object = cursor === null ? {} : { cursor };
      const answer: z.output<typeof shape> = await this.#table.ask(
        'task_list',
        { limit: pageSize, ...from },
        shape,
      );
      found.push(...answer.tasks);
      cursor = answer.next_cursor;
      if (cursor === null) break;
    }
    return found;
  }

  /** Takes effect once per `purpose` and turn. */
  async createTask(
    purpose: string,
    words: { readonly title: string; readonly description: string },
  ): Promise<Task | undefined> {
    const create = this.#table.changeAs(purpose, 'task_create', words);
    return unless(['idempotency_key_reuse'], create(taskShape));
  }

  async requestTurn(reason: string): Promise<void> {
    await this.#table.changeAs(`turn:${reason}`, 'agent_turn_request', { reason })(anything);
  }

  getTask(id: string): Promise<Task> {
    return this.#table.ask('task_get', { task_id: id }, taskShape);
  }

  /** Undefined if another agent has the task. */
  async claimTask(id: string): Promise<Task | undefined> {
    const claimed = await unless(
      ['task_taken'],
      this.#table.change('task_claim', { task_id: id }, taskShape),
    );
    const task = claimed ?? (await this.getTask(id));
    return task.assigned_agent_id === this.agentId ? task : undefined;
  }

  /** False if the task has been reassigned or its status has changed. */
  async endTask({ id, status, fence }: Task, ending: string): Promise<boolean> {
    const change = { task_id: id, status: ending, expected_status: status, fence };
    const done = await unless(
      ['fence_lost', 'status_changed', 'not_yours'],
      this.#table.change('task_update_status', change, taskShape),
    );
    return done !== undefined;
  }

  async findOwnProposal(taskId: string): Promise<Proposal | undefined> {
    const query = { task_id: taskId, statuses: activeProposals, limit: pageSize };
    const shape = z.object({ proposals: z.array(proposalShape) });
    const { proposals } = await this.#table.ask('proposal_list', query, shape);
    return proposals.find(({ proposed_by: by }) => by === this.agentId);
  }

  getProposal(id: string): Promise<ProposalWithPatch> {
    return this.#table.ask('proposal_get', { proposal_id: id }, proposalWithPatch);
  }

  /** Undefined if another process of this turn created it with other texts. */
  createProposal(words: {
    readonly taskId: string;
    readonly title: string;
    readonly body: string;
  }): Promise<Proposal | undefined> {
    const { taskId, title, body } = words;
    const input = { title, body, risk: 'low', task_id: taskId };
    const create = this.#table.changeAs(`proposal:${taskId}`, 'proposal_create', input);
    return unless(['idempotency_key_reuse'], create(proposalShape));
  }

  attachPatch(id: string, baseRevision: string, patch: string): Promise<Proposal> {
    const input = { proposal_id: id, base_revision: baseRevision, patch };
    return this.#table.change('proposal_attach_patch', input, proposalShape);
  }

  async requestReview(id: string): Promise<void> {
    const input = { proposal_id: id };
    await unless(
      ['review_requested'],
      this.#table.change('proposal_request_review', input, anything),
    );
  }

  async withdraw(id: string): Promise<void> {
    await unless(
      ['proposal_closed'],
      this.#table.change('proposal_withdraw', { proposal_id: id }, anything),
    );
  }

  async requestApproval(proposalId: string, reason: string): Promise<void> {
    const input = { proposal_id: proposalId, reason };
    await unless(
      ['approval_pending', 'proposal_closed'],
      this.#table.change('human_request_approval', input, anything),
    );
  }

  async listVotes(proposalId: string): Promise<readonly Vote[]> {
    const shape = z.object({ votes: z.array(voteShape) });
    return (await this.#table.ask('vote_list', { proposal_id: proposalId }, shape)).votes;
  }

  /** False if the proposal has changed, so that the vote does not count. */
  async vote(ballot: {
    readonly proposalId: string;
    readonly decision: 'approve' | 'reject' | 'abstain';
    readonly comment: string;
    readonly patchSha256: string | undefined;
  }): Promise<boolean> {
    const { proposalId, decision, comment, patchSha256 } = ballot;
    const input = { proposal_id: proposalId, decision, comment, patch_sha256: patchSha256 };
    const cast = await unless(
      ['patch_changed', 'not_in_review', 'proposal_closed'],
      this.#table.change('vote_cast', input, voteShape),
    );
    return cast !== undefined;
  }

  async readFile(path: string, revision: string): Promise<string | undefined> {
    const shape = z.object({ content: z.string(), next_offset: z.int().nullable() });
    let text = '';
    for (let offset: number | null = 0; offset !== null;) {
      const input: Record<string, unknown> = { path, revision, offset, limit: 200_000 };
      const part: z.output<typeof shape> | undefined = await unless(
        ['file_not_found', 'not_a_text_file', 'revision_not_found', 'repository_unavailable'],
        this.#table.ask('repo_read_file', input, shape),
      );
      if (!part) return undefined;
      text += part.content;
      offset = part.next_offset;
    }
    return text;
  }
}

/** Undefined if the call is refused with one of the codes. */
async function unless<Value>(
  codes: readonly string[],
  call: Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Refusal && codes.includes(error.code)) return undefined;
    throw error;
  }
}
