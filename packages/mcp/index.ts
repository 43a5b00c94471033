export { mcpEndpoint, type McpEndpoint, type McpEndpointOptions } from './mcp-endpoint.ts';
export { mcpServer, type McpCaller, type McpServerOptions } from './mcp-server.ts';
export { mcpProblems } from './problems.ts';
export { RepositoryReader, type RepositoryReaderOptions } from './repository-reader.ts';
export { mcpScopes, type McpScope, type McpTool } from './tool.ts';
export {
  describeTool,
  protocolRevisions,
  toolCatalogue,
  toolNames,
  type ToolName,
} from './tool-catalogue.ts';
export type { TrustedOrigins } from './trusted-origins.ts';
