import { McpServer, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { httpProblems } from '@galley/http';
import { DomainError, kernelProblems, type Logger } from '@galley/kernel';
import type { WorkAnswer, Worker, WorkerDesk } from '@galley/runcoord';
import { callTool, refusalText } from './call-tool.ts';
import type { RepositoryReader } from './repository-reader.ts';
import { describeTool, findTool, toolNames, toolCatalogue } from './tool-catalogue.ts';
import type { EventWish, ToolCall } from './tool.ts';

export interface McpServerOptions {
  readonly desk: WorkerDesk;
  readonly repository: RepositoryReader;
  readonly logger: Logger;
  /** Of Galley. */
  readonly version: string;
  /** Recognises that the database is away, which is nobody's mistake. */
  readonly isUnavailable: (error: unknown) => boolean;
}

/** Who makes a request, and how they wait for events. */
export interface McpCaller {
  readonly worker: Worker;
  readonly watch: (wish: EventWish, signal: AbortSignal) => ReturnType<ToolCall['watch']>;
}

/**
 * What one request is answered by: the tools that its token allows. It speaks every revision of the protocol, since
 * nothing is kept between two requests.
 */
export function mcpServer(options: McpServerOptions, caller: McpCaller): McpServer {
  const { worker } = caller;
  const served = new McpServer(
    { name: 'galley', version: options.version },
    // Which tools there are is a matter of the token, and changes with it alone: nobody is told of changes.
    { capabilities: { tools: { listChanged: false } }, instructions: instructions(worker) },
  );
  // Beside the tools that it would keep: which there are depends on who asks, and a refusal is answered our way.
  const { server } = served;
  server.setRequestHandler('tools/list', () => ({ tools: toolsOf(worker) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    const tool = findTool(params.name);
    if (!tool) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `There is no tool "${params.name.slice(0, 100)}"; tools/list shows those there are.`,
      );
    }
    const { desk, repository } = options;
    const watch = (wish: EventWish) => caller.watch(wish, signal);
    const call = { desk, repository, worker, watch, tool };
    return toResult(
      await callTool({ ...call, name: params.name, input: params.arguments }).catch(
        (error: unknown) => refusal(error, params.name, options),
      ),
    );
  });
  return served;
}

function instructions({ agentId, runId }: Worker): string {
  return (
    `You are ${agentId}, at work in the run ${runId} of Galley. Look at table.get_state first, and follow what ` +
    'happens with table.watch. Every tool that changes something takes an idempotency_key: send a call again with ' +
    'the same key when you do not know whether it was done. People decide on what you propose.'
  );
}

/** As described once: schemas are much to write. */
const descriptions = new Map(toolNames.map((name) => [name, describeTool(name)]));

function toolsOf({ scopes }: Worker) {
  return toolNames
    .filter((name) => scopes.has(toolCatalogue[name].scope))
    .map((name) => descriptions.get(name)!);
}

function toResult({ isRefusal, body }: WorkAnswer) {
  const content = [{ type: 'text' as const, text: body }];
  if (isRefusal) return { content, isError: true };
  return { content, structuredContent: JSON.parse(body) as Record<string, unknown> };
}

/** What could not be done, as an agent is told of it; of a defect it is told no more than that there is one. */
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
        'The database cannot answer at the moment. Call again shortly, with the same idempotency_key.',
      );
    }
    logger.error('a tool failed', {
      tool: name,
      error: error instanceof Error ? error.stack : String(error),
    });
    return httpProblems.internal(
      'The server met an error of its own, and nothing was changed; its log has more.',
    );
  }
}
