export { openEndpoint } from './open-endpoint.ts';
export { mcpEndpoint, type McpEndpoint } from './mcp-endpoint.ts';
export { mcpScopes } from './tool.ts';
export { describeTool, protocolRevisions, toolCatalogue, toolNames } from './tool-catalogue.ts';
