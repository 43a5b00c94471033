import { z } from 'zod';
import { text } from '@galley/contract';
import type { RunEvent, Work, Worker, WorkerScope } from '@galley/runcoord';
import type { RepositoryReader } from './repository-reader.ts';

/** Descriptions of the scopes (GAP-RC-MCP-4). */
export const mcpScopes: Readonly<Record<WorkerScope, string>> = {
  'tasks:read':
    'Read the state of the run, its tasks, proposals, votes, deliberations and approvals.',
  'tasks:write': 'Create, claim and update tasks, and claim resources.',
  'proposals:write': 'Create proposals, deliberate, and request approval from people.',
  'reviews:write': 'Vote on proposals.',
  'turns:write': 'Request turns and report their progress.',
  'repo:read': 'Read and search the repository.',
  'memory:read': 'Search the recorded notes.',
  'memory:write': 'Record notes for other agents.',
};

export type McpScope = WorkerScope;

export interface EventQuery {
  readonly after: number;
  readonly limit: number;
  readonly milliseconds: number;
}

/** For mutating tools, `work` runs in a transaction. */
export interface ToolCall {
  readonly worker: Worker;
  readonly work: Work;
  readonly repository: RepositoryReader;
  readonly watch: (wish: EventQuery) => Promise<readonly RunEvent[]>;
}

/** Caller and run come from the token, never from the input. Outputs lose properties missing in `output`. */
export interface McpTool<
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodObject = z.ZodObject,
> {
  /** A single sentence. */
  readonly description: string;
  readonly scope: McpScope;
  /** Mutating tools take an `idempotency_key`; repeating a call with its key returns the first result. */
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

export function readingTool<Fields extends z.ZodRawShape, Output extends z.ZodObject>(
  definition: Definition<Fields, Output>,
) {
  return { ...definition, mutating: false as const, input: z.strictObject(definition.input) };
}

const idempotencyKey = text()
  .min(1)
  .max(255)
  .optional()
  .describe('A repeated call with the key has no further effect.');

export function mutatingTool<Fields extends z.ZodRawShape, Output extends z.ZodObject>(
  definition: Definition<Fields, Output>,
) {
  const input = z.strictObject({ ...definition.input, idempotency_key: idempotencyKey });
  return { ...definition, mutating: true as const, input };
}
