import { z } from 'zod';
import { AgentFailure } from './agent-failure.ts';
import type { ModelCall } from './model/model-answer.ts';
import type { OfferedTool } from './model/model-client.ts';
import { Refusal, type ListedTool, type Table } from './table/table.ts';

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** Without the tools of the turn itself, of waiting, and of locks, which this agent needs for nothing. */
const offered =
  /^(?:repo|document|task|proposal|vote|deliberation|human|memory)_|^table_get_state$/;

/** The agent has lost the turn, or the run is over. */
export const overCodes: ReadonlySet<string> = new Set([
  ...['turn_over', 'turn_not_found', 'turn_not_scheduled', 'run_over', 'worker_token_ended'],
]);

/** The coordinator's tools, as the model sees them. The token decides what each can do. */
export class GalleyTools {
  readonly #table: Table;
  readonly #agentId: string;
  readonly #listed: ReadonlyMap<string, ListedTool>;
  readonly offered: readonly OfferedTool[];

  private constructor(table: Table, agentId: string, listed: readonly ListedTool[]) {
    this.#table = table;
    this.#agentId = agentId;
    this.#listed = new Map(listed.map((tool) => [tool.name, tool]));
    this.offered = listed.filter(({ name }) => offered.test(name)).map(toOffer);
  }

  static async open(table: Table, agentId: string): Promise<GalleyTools> {
    return new GalleyTools(table, agentId, await table.listTools());
  }

  has(name: string): boolean {
    return this.#listed.has(name);
  }

  /** A mistake of the model is a result too, from which it can learn. @throws AgentFailure */
  async run({ tool, input, text }: ModelCall): Promise<ToolResult> {
    if (!this.offered.some(({ name }) => name === tool)) {
      const names = this.offered.map(({ name }) => name).join(', ');
      return failed('unknown_tool', `There is no tool "${tool}". The tools are: ${names}.`);
    }
    if (!input) {
      const quote = text.length > 200 ? `${text.slice(0, 200)}…` : text;
      return failed(
        'invalid_arguments',
        `The arguments of ${tool} are not a JSON object, so nothing was done. They were: ${quote}`,
      );
    }
    try {
      return { text: await this.#call(tool, input), isError: false };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (overCodes.has(error.code))
        throw new AgentFailure('refused', `${error.message} (${error.code})`, { cause: error });
      return { text: error.text, isError: true };
    }
  }

  async #call(tool: string, { idempotency_key: ignored, ...input }: Record<string, unknown>) {
    if (!isMutating(this.#listed.get(tool)!)) return this.#table.ask(tool, input);
    if (tool === 'proposal_create') await this.#refuseSecondProposal(input);
    return this.#table.change(tool, input);
  }

  /** Another process of this turn may have made the proposal in other words. */
  async #refuseSecondProposal({ task_id: taskId }: Record<string, unknown>): Promise<void> {
    if (typeof taskId !== 'string') return;
    const query = { task_id: taskId, statuses: ['pending', 'in_review', 'revision_requested'] };
    const answer = JSON.parse(await this.#table.ask('proposal_list', query)) as unknown;
    const own = proposals
      .parse(answer)
      .proposals.find(({ proposed_by: by }) => by === this.#agentId);
    if (!own) return;
    const message = `You already have the proposal ${own.id} (${own.status}) for this task. Read it with proposal_get, and continue it with proposal_edit.`;
    throw new Refusal('proposal_exists', message, failed('proposal_exists', message).text);
  }
}

const proposals = z.object({
  proposals: z.array(z.object({ id: z.string(), status: z.string(), proposed_by: z.string() })),
});

const isMutating = ({ inputSchema }: ListedTool) =>
  inputSchema.properties !== undefined && 'idempotency_key' in inputSchema.properties;

function toOffer({ name, description = '', inputSchema }: ListedTool): OfferedTool {
  const { idempotency_key: ignored, ...properties } = inputSchema.properties ?? {};
  return { name, description, parameters: { ...inputSchema, properties } };
}

const failed = (code: string, message: string): ToolResult => ({
  text: JSON.stringify({ error: { code, message } }),
  isError: true,
});
