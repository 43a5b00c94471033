import { httpProblems, isFinal } from '@galley/http';
import { DomainError } from '@galley/kernel';
import type { WorkAnswer, WorkerService } from '@galley/runcoord';
import { describeForAgent, describeInputErrors } from './input-errors.ts';
import { mcpProblems } from './problems.ts';
import type { McpTool, ToolCall } from './tool.ts';

export interface CallOptions extends Omit<ToolCall, 'work'> {
  readonly service: WorkerService;
  readonly name: string;
  readonly tool: McpTool;
  readonly input: unknown;
}

/**
 * Throws a problem if the token's scope or the input forbids the call. Repeated calls of mutating tools get the same
 * refusal wherever the HTTP API would give it.
 */
export async function callTool(options: CallOptions): Promise<WorkAnswer> {
  const { service, worker, tool, name, watch, repository } = options;
  requireScope(options);
  const { idempotency_key: key, ...input } = parse(options);
  const context = { worker, watch, repository };
  const body = async (work: ToolCall['work']): Promise<string> =>
    JSON.stringify(tool.output.parse(await tool.handle({ ...context, work }, input)));
  if (!tool.mutating) return { isRefusal: false, body: await service.read(worker, body) };
  // Keys are stored under names with dots, as earlier releases do.
  const call = { name: name.replace('_', '.'), key, input };
  const outcome = await service.change(worker, call, body).catch((error: unknown) => {
    if (!(error instanceof DomainError) || !isFinal(error)) throw error;
    return service.keepRefusal(worker, call, refusalText(error));
  });
  if (outcome !== 'reused') return outcome;
  throw httpProblems.idempotency_key_reuse(
    `This idempotency_key was used with another input of ${name}. Use a new key for a new call.`,
  );
}

function requireScope({ name, tool, worker }: CallOptions): void {
  if (worker.scopes.has(tool.scope)) return;
  throw mcpProblems.scope_missing(
    `${name} needs the scope ${tool.scope}, which your token lacks; it has ${[...worker.scopes].join(', ')}. Ask a person for a token with that scope, or continue without the tool.`,
    { scope: tool.scope },
  );
}

interface ParsedInput extends Readonly<Record<string, unknown>> {
  readonly idempotency_key?: string;
}

function parse({ tool, input: given }: CallOptions): ParsedInput {
  const parsed = tool.input.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const errors = describeInputErrors(parsed.error, { input: tool.input, given });
  throw mcpProblems.invalid_input(describeForAgent(errors, tool.input), { errors });
}

/** For an agent: a code to branch on, the reason and the next step. */
export function refusalText(error: DomainError): string {
  const { code, message, details } = error;
  return JSON.stringify({ error: { code, message, ...details } });
}
