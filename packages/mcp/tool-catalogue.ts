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

export function findTool(name: string): McpTool | undefined {
  return Object.hasOwn(toolCatalogue, name) ? toolCatalogue[name as ToolName] : undefined;
}

/** Revisions with Streamable HTTP, newest first (GAP-RC-MCP-1). */
export const protocolRevisions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

/** JSON Schema draft 2020-12. */
export function describeTool(name: ToolName) {
  const { description, mutating, input, output } = toolCatalogue[name];
  return {
    name,
    description,
    inputSchema: jsonSchema(input, 'input'),
    outputSchema: jsonSchema(output, 'output'),
    annotations: {
      readOnlyHint: !mutating,
      ...(mutating && { destructiveHint: false, idempotentHint: true }),
      openWorldHint: false,
    },
  };
}

function jsonSchema(schema: z.ZodObject, io: 'input' | 'output'): Tool['inputSchema'] {
  const described = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    override: ({ jsonSchema: part }) => {
      // The format suffices; the pattern would make up most of the schema.
      if (part.format === 'date-time') delete part.pattern;
    },
  });
  return described as Tool['inputSchema'];
}
