import type { Tool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { deliberationTools } from './tools/deliberation-tools.ts';
import { humanTools } from './tools/human-tools.ts';
import { memoryTools } from './tools/memory-tools.ts';
import { proposalTools, voteTools } from './tools/proposal-tools.ts';
import { repositoryTools } from './tools/repository-tools.ts';
import { resourceTools } from './tools/resource-tools.ts';
import { tableTools } from './tools/table-tools.ts';
import { questionTools } from './tools/question-tools.ts';
import { taskTools } from './tools/task-tools.ts';
import type { McpTool } from './tool.ts';
import { turnTools } from './tools/turn-tools.ts';

export { mcpScopes, type McpScope, type McpTool } from './tool.ts';

/** All tools (GAP-RC-MCP-3). */
export const toolCatalogue = {
  ...turnTools,
  ...tableTools,
  ...taskTools,
  ...proposalTools,
  ...voteTools,
  ...deliberationTools,
  ...humanTools,
  ...questionTools,
  ...resourceTools,
  ...repositoryTools,
  ...memoryTools,
} satisfies Readonly<Record<string, McpTool>>;

export type ToolName = keyof typeof toolCatalogue;

export const toolNames = Object.keys(toolCatalogue) as ToolName[];

/** Also finds names with dots, such as `task.create` (ADD-RUN-3). */
export function findTool(given: string): { name: ToolName; tool: McpTool } | undefined {
  const name = given.replace('.', '_') as ToolName;
  return Object.hasOwn(toolCatalogue, name) ? { name, tool: toolCatalogue[name] } : undefined;
}

/** Revisions with Streamable HTTP, newest first (GAP-RC-MCP-1). */
export const protocolRevisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** The schemas are JSON Schema draft 2020-12, the default of MCP. */
export function describeTool(name: ToolName) {
  const { description, mutating, input, output } = toolCatalogue[name];
  return {
    name,
    description,
    inputSchema: inputSchema(input),
    outputSchema: outputSchema(output),
    annotations: {
      // Absent hints have the defaults of MCP: changing data, and destructively.
      ...(mutating ? { destructiveHint: false } : { readOnlyHint: true }),
      openWorldHint: false,
    },
  };
}

type Schema = Tool['inputSchema'];

function inputSchema(input: z.ZodObject): Schema {
  const { $schema, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return schema as Schema;
}

interface FieldSchema {
  readonly type?: string;
  readonly anyOf?: readonly FieldSchema[];
  readonly description?: string;
}

/** Only the types of the fields: agents read the descriptions of all tools in every turn. */
function outputSchema(output: z.ZodObject): Schema {
  const { properties = {} } = z.toJSONSchema(output, { io: 'output' });
  const fields = Object.entries(properties as Record<string, FieldSchema>).map(
    ([name, { type, anyOf, description }]) => {
      const types = type ?? anyOf?.map((one) => one.type);
      return [name, { type: types, description }] as const;
    },
  );
  return { type: 'object', properties: Object.fromEntries(fields) } as Schema;
}
