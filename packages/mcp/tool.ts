import { z } from 'zod';
import { text } from '@galley/contract';
import type { RunEvent, Work, Worker, WorkerScope } from '@galley/runcoord';
import type { RepositoryReader } from './repository-reader.ts';

/** What each scope of a worker's token lets it do (GAP-RC-MCP-4). */
export const mcpScopes: Readonly<Record<WorkerScope, string>> = {
  'tasks:read':
    'See the state of the run, its tasks, proposals, votes, deliberations and approvals.',
  'tasks:write': 'Create, claim and change tasks, and hold resources.',
  'proposals:write': 'Make proposals, deliberate, and ask people for approval.',
  'reviews:write': 'Vote on proposals.',
  'turns:write': 'Ask for turns, and tell how they go.',
  'repo:read': 'Read and search the repository.',
  'memory:read': 'Look up what was recorded.',
  'memory:write': 'Record what others should know.',
};

export type McpScope = WorkerScope;

export interface EventWish {
  readonly after: number;
  readonly limit: number;
  /** How long to wait when there is none. */
  readonly milliseconds: number;
}

/** What a tool has at hand. Of one that changes something, `work` is in a transaction. */
export interface ToolCall {
  readonly worker: Worker;
  readonly work: Work;
  readonly repository: RepositoryReader;
  /** The next events of the run, once there are some. */
  readonly watch: (wish: EventWish) => Promise<readonly RunEvent[]>;
}

/**
 * A tool as the MCP server offers it. Who calls, and for which run, is in the token, never in the input. What is in
 * the output of a tool is snake_case, as the tables spell it; what `output` does not name is left out.
 */
export interface McpTool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  /** One sentence. */
  readonly description: string;
  readonly scope: McpScope;
  /** Then the input has an `idempotency_key`, and the same call again is answered as the first was. */
  readonly mutating: boolean;
  readonly input: Input;
  readonly output: Output;
  handle(call: ToolCall, input: z.output<Input>): Promise<object>;
}

interface Definition<Fields extends z.ZodRawShape, Output extends z.ZodObject> {
  readonly description: string;
  readonly scope: McpScope;
  readonly input: Fields;
  readonly output: Output;
  readonly handle: (call: ToolCall, input: z.output<z.ZodObject<Fields>>) => Promise<object>;
}

/** A tool that only tells. */
export function readingTool<Fields extends z.ZodRawShape, Output extends z.ZodObject>(
  definition: Definition<Fields, Output>,
) {
  return { ...definition, mutating: false as const, input: z.strictObject(definition.input) };
}

const idempotencyKey = text()
  .min(1)
  .max(255)
  .describe(
    'Of this call and no other: a call that is sent again with the same key is done once, and answered as before.',
  );

/** A tool that changes something. */
export function mutatingTool<Fields extends z.ZodRawShape, Output extends z.ZodObject>(
  definition: Definition<Fields, Output>,
) {
  const input = z.strictObject({ ...definition.input, idempotency_key: idempotencyKey });
  return { ...definition, mutating: true as const, input };
}
