import { z } from 'zod';
import { exampleProject } from './example-project.ts';
import { defineNoun } from './operation.ts';
import { name, pageOf, pageQuery, workspaceId, workspaceProblems } from './run-shapes.ts';
import { dateTime, text } from './shapes.ts';

const connectedClient = z
  .object({
    id: z.string().meta({ description: 'Id of the connection; grants no access.' }),
    name: z.string().meta({ description: 'Chosen by the client; proves nothing.' }),
    redirect_host: z.string().meta({ description: 'Host or app that received the access.' }),
    agent_id: z.string(),
    scopes: z.array(z.string()),
    connected_by: z.string(),
    connected_at: dateTime,
    last_used_at: dateTime.nullable().meta({ description: 'Time of the last token.' }),
    expires_at: dateTime.meta({ description: 'Moves 30 days on with each new token.' }),
    revoked_by: z.string().nullable(),
    revoked_at: dateTime.nullable(),
  })
  .meta({ id: 'McpClient' });

const authorization = {
  client_id: name(),
  redirect_uri: text().min(1).max(500),
  response_type: text().max(50),
  code_challenge: text().max(200),
  code_challenge_method: text().max(50),
  resource: text().max(500),
  scope: text().max(1_000).optional(),
  state: text().max(2_000).optional(),
};

const params = z.object({ id: workspaceId });
const problems = [...workspaceProblems, 'invalid_authorization_request'];

const exampleRequest = {
  client_id: 'no-such-client',
  redirect_uri: 'http://127.0.0.1:33418/',
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  resource: 'https://example.org/__admin/mcp',
};

export const mcpClients = defineNoun('mcp_clients', {
  list: {
    get: '/workspaces/{id}/mcp-clients',
    base: 'runs',
    access: { capability: 'runs.control' },
    summary:
      'Connected MCP clients, newest first, including those that ended within the last month',
    params,
    query: z.strictObject(pageQuery),
    answer: pageOf(connectedClient),
    problems: workspaceProblems,
    example: { params: { id: exampleProject.workspace } },
  },

  request: {
    get: '/workspaces/{id}/mcp-clients/request',
    base: 'runs',
    access: { capability: 'runs.control' },
    summary: 'Check an authorization request of an MCP client, and list the agents it can act as',
    params,
    query: z.strictObject(authorization),
    answer: z
      .object({
        client_name: z.string(),
        redirect_host: z.string(),
        agents: z.array(
          z.object({ id: z.string(), role: z.string(), scopes: z.array(z.string()) }),
        ),
      })
      .meta({ id: 'McpClientRequest' }),
    problems,
    example: {
      params: { id: exampleProject.workspace },
      query: exampleRequest,
      refused: [400, 'invalid_authorization_request'],
    },
  },

  connect: {
    post: '/workspaces/{id}/mcp-clients/connect',
    base: 'runs',
    access: { capability: 'runs.control' },
    recentlyConfirmed: { tokens: 'named_scope' },
    audited: { action: 'mcp_client.connect', withTheChange: true },
    summary: 'Let an MCP client act as an agent, or decline; answers with the address to go to',
    params,
    body: z.strictObject({
      ...authorization,
      agent_id: name().nullable().meta({ description: 'Null to decline the request.' }),
    }),
    answer: z
      .object({
        id: z.string().nullable().meta({ description: 'Id of the connection; null if declined.' }),
        redirect_to: z.string(),
      })
      .meta({ id: 'McpClientDecision' }),
    problems: [...problems, 'agent_not_found', 'run_not_found', 'reauthentication_required'],
    example: {
      params: { id: exampleProject.workspace },
      body: { ...exampleRequest, agent_id: 'implementer-1' },
      refused: [400, 'invalid_authorization_request'],
    },
  },

  revoke: {
    post: '/workspaces/{id}/mcp-clients/{client}/revoke',
    base: 'runs',
    access: { capability: 'runs.control' },
    audited: { action: 'mcp_client.revoke', withTheChange: true },
    summary: 'End the access of an MCP client; succeeds for clients whose access has already ended',
    params: z.object({
      id: workspaceId,
      client: z.string().meta({ description: 'Id of the connection, as in the list.' }),
    }),
    answer: connectedClient,
    problems: [...workspaceProblems, 'mcp_client_not_found'],
    example: {
      params: { id: exampleProject.workspace, client: 'no-such-client' },
      refused: [404, 'mcp_client_not_found'],
    },
  },
});
