export { mcpEndpoint, type McpEndpoint } from './mcp-endpoint.ts';
export { mcpServer } from './mcp-server.ts';
export { RepositoryReader } from './repository-reader.ts';
export { mcpScopes } from './tool.ts';
export { describeTool, protocolRevisions, toolCatalogue, toolNames } from './tool-catalogue.ts';
