import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { httpProblems } from '@galley/http';
import { DomainError, kernelProblems, type Logger } from '@galley/kernel';
import type { WorkAnswer, Worker, WorkerService } from '@galley/runcoord';
import { callTool, refusalText } from './call-tool.ts';
import { serveDocuments } from './document-resources.ts';
import type { RepositoryReader } from './repository-reader.ts';
import { servePrompts } from './serve-prompts.ts';
import { describeTool, findTool, toolNames, toolCatalogue } from './tool-catalogue.ts';
import type { EventQuery, ToolCall } from './tool.ts';

export interface McpServerOptions {
  readonly service: WorkerService;
  readonly repository: RepositoryReader;
  readonly logger: Logger;
  readonly version: string;
  /** True for an unreachable database. */
  readonly isUnavailable: (error: unknown) => boolean;
}

export interface McpCaller {
  readonly worker: Worker;
  readonly watch: (query: EventQuery, signal: AbortSignal) => ReturnType<ToolCall['watch']>;
}

/** Server for one request. Supports every protocol revision, because requests are independent. */
export function mcpServer(options: McpServerOptions, caller: McpCaller): McpServer {
  const { worker } = caller;
  const mcp = new McpServer(
    { name: 'galley', version: options.version },
    // Lists depend only on the token and the repository, so clients need no change notifications.
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { listChanged: false },
        prompts: { listChanged: false },
      },
      instructions: instructions(worker),
    },
  );
  // These handlers replace McpServer's tool registry: tools depend on the caller, and refusals have their own format.
  const { server } = mcp;
  server.setRequestHandler('tools/list', () => ({ tools: listTools(worker) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    const found = findTool(params.name);
    if (!found) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool "${params.name.slice(0, 100)}"; tools/list shows the available tools.`,
      );
    }
    const { service, repository } = options;
    const watch = (query: EventQuery) => caller.watch(query, signal);
    const call = { service, repository, worker, watch, ...found };
    return toResult(
      await callTool({ ...call, input: params.arguments }).catch((error: unknown) =>
        refusal(error, found.name, options),
      ),
    );
  });
  serveDocuments(server, { repository: options.repository, worker });
  servePrompts(server, worker);
  return mcp;
}

function instructions({ agentId, runId }: Worker): string {
  return (
    `You are the agent ${agentId} in the Galley run ${runId}. Call table_get_state first, and follow events with ` +
    'table_watch. To repeat a call safely if no answer arrives, send an idempotency_key and repeat it with the same ' +
    'key. People decide on your proposals.'
  );
}

/** Generating schemas is expensive. */
const descriptions = new Map(toolNames.map((name) => [name, describeTool(name)]));

function listTools({ scopes }: Worker) {
  return toolNames
    .filter((name) => scopes.has(toolCatalogue[name].scope))
    .map((name) => descriptions.get(name)!);
}

function toResult({ isRefusal, body }: WorkAnswer) {
  const content = [{ type: 'text' as const, text: body }];
  if (isRefusal) return { content, isError: true };
  return { content, structuredContent: JSON.parse(body) as Record<string, unknown> };
}

/** Internal errors are logged, and the agent learns only that one occurred. */
function refusal(
  error: unknown,
  name: string,
  { logger, isUnavailable }: McpServerOptions,
): WorkAnswer {
  return { isRefusal: true, body: refusalText(toProblem()) };

  function toProblem(): DomainError {
    if (error instanceof DomainError) return error;
    if (isUnavailable(error)) {
      return kernelProblems.unavailable(
        'The database is unavailable. Retry shortly, with the same idempotency_key if you sent one.',
      );
    }
    logger.error('tool call failed', {
      tool: name,
      error: error instanceof Error ? error.stack : String(error),
    });
    return httpProblems.internal('Internal server error. Nothing was changed. See the server log.');
  }
}
