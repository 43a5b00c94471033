import { z } from 'zod';
import { deliberationTools } from './tools/deliberation-tools.ts';
import { humanTools } from './tools/human-tools.ts';
import { memoryTools } from './tools/memory-tools.ts';
import { proposalTools, voteTools } from './tools/proposal-tools.ts';
import { repositoryTools } from './tools/repository-tools.ts';
import { resourceTools } from './tools/resource-tools.ts';
import { tableTools } from './tools/table-tools.ts';
import { taskTools } from './tools/task-tools.ts';
import type { McpTool } from './tools/tool.ts';
import { turnTools } from './tools/turn-tools.ts';

export { mcpScopes, type McpScope, type McpTool } from './tools/tool.ts';

/** Every tool by its name (GAP-RC-MCP-3): what the MCP server offers, and what the generated assets describe. */
export const toolCatalogue = {
  ...turnTools,
  ...tableTools,
  ...taskTools,
  ...proposalTools,
  ...voteTools,
  ...deliberationTools,
  ...humanTools,
  ...resourceTools,
  ...repositoryTools,
  ...memoryTools,
} satisfies Readonly<Record<string, McpTool>>;

export type ToolName = keyof typeof toolCatalogue;

/** What the handler of a tool gets. */
export type ToolInput<Name extends ToolName> = z.output<(typeof toolCatalogue)[Name]['input']>;

/** What the handler of a tool answers. */
export type ToolOutput<Name extends ToolName> = z.input<(typeof toolCatalogue)[Name]['output']>;

/** The revisions of the protocol that are served, the newest first: all that know Streamable HTTP (GAP-RC-MCP-1). */
export const protocolRevisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** As `tools/list` tells of a tool: JSON Schema, draft 2020-12. */
export function describeTool(name: ToolName) {
  const { description, input, output } = toolCatalogue[name];
  return {
    name,
    description,
    inputSchema: jsonSchema(input, 'input'),
    outputSchema: jsonSchema(output, 'output'),
  };
}

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output') {
  return z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    override: ({ jsonSchema: part }) => {
      // The format says it, and the pattern would be most of what an agent has to read.
      if (part.format === 'date-time') delete part.pattern;
    },
  });
}
