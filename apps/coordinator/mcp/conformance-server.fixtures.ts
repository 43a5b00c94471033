import {
  fromJsonSchema,
  McpServer,
  ResourceTemplate,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { addAskingTools } from './conformance-questions.fixtures.ts';
import { addInputTools, requestStates, text } from './conformance-inputs.fixtures.ts';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const embedded = (uri: string, mimeType = 'text/plain') => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: mimeType === 'text/plain' ? 'Embedded.' : '{"a": 1}' },
});

/** Has what the official suite calls by name, including protocol features that Galley's own tools do not use. */
export function conformanceServer(): McpServer {
  const served = new McpServer(
    { name: 'conformance', version: '1' },
    {
      capabilities: {
        tools: { listChanged: false },
        resources: { subscribe: true, listChanged: false },
        prompts: { listChanged: false },
        logging: {},
        completions: {},
      },
      requestState: { verify: (state, context) => requestStates.verify(state, context) },
    },
  );
  addContentTools(served);
  addTellingTools(served);
  addSchemaTools(served);
  addAskingTools(served);
  addInputTools(served);
  addResources(served);
  addPrompts(served);
  const { server } = served;
  server.setRequestHandler('logging/setLevel', () => ({}));
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park'], total: 2, hasMore: false },
  }));
  return served;
}

function addContentTools(served: McpServer): void {
  const contents: Readonly<Record<string, CallToolResult['content']>> = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
    test_embedded_resource: [embedded('test://embedded-resource')],
    test_multiple_content_types: [
      text('Several kinds:'),
      image,
      embedded('test://mixed-content-resource', 'application/json'),
    ],
  };
  for (const [name, content] of Object.entries(contents)) {
    served.registerTool(name, { description: name }, () => ({ content }));
  }
  served.registerTool('test_error_handling', { description: 'Fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
}

function addTellingTools(served: McpServer): void {
  served.registerTool(
    'test_tool_with_logging',
    { description: 'Logs' },
    async ({ mcpReq }): Promise<CallToolResult> => {
      for (const data of ['started', 'processing data', 'completed']) {
        await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
      }
      return { content: [text('Logged.')] };
    },
  );
  served.registerTool(
    'test_logging_tool',
    { description: 'Logs for who asks for it' },
    async ({ mcpReq }): Promise<CallToolResult> => {
      await mcpReq.log('info', 'Looked at.');
      return { content: [text('Done.')] };
    },
  );
  served.registerTool(
    'test_tool_with_progress',
    { description: 'Tells how far it is' },
    async ({ mcpReq }): Promise<CallToolResult> => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
        const params = { progressToken: progressToken!, progress, total: 100 };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
      return { content: [text('Done.')] };
    },
  );
}

/** The schemas have to arrive unchanged. */
function addSchemaTools(served: McpServer): void {
  const string = { type: 'string' };
  const schemas = {
    json_schema_2020_12_tool: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: {
        address: { $anchor: 'addressDef', type: 'object', properties: { street: string } },
      },
      properties: { address: { $ref: '#/$defs/address' }, phone: string, email: string },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { required: ['address'] },
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    test_header: {
      properties: { region: { ...string, 'x-mcp-header': 'Region' } },
      required: ['region'],
    },
  };
  for (const [name, schema] of Object.entries(schemas)) {
    const inputSchema = fromJsonSchema({ type: 'object', ...schema });
    served.registerTool(name, { description: name, inputSchema }, (given) => ({
      content: [text(JSON.stringify(given))],
    }));
  }
}

function addResources(served: McpServer): void {
  const uris = { text: 'test://static-text', binary: 'test://static-binary' };
  const plain = { mimeType: 'text/plain' };
  served.registerResource('static-text', uris.text, plain, () => ({
    contents: [{ uri: uris.text, ...plain, text: 'A text.' }],
  }));
  served.registerResource('static-binary', uris.binary, { mimeType: 'image/png' }, () => ({
    contents: [{ uri: uris.binary, mimeType: 'image/png', blob: png }],
  }));
  served.registerResource('watched', 'test://watched-resource', plain, ({ href }) => ({
    contents: [{ uri: href, ...plain, text: 'Watched.' }],
  }));
  served.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    ({ href }, { id }) => ({
      contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify({ id }) }],
    }),
  );
  served.server.setRequestHandler('resources/subscribe', () => ({}));
  served.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(served: McpServer): void {
  const user = <Content>(content: Content) => ({ role: 'user' as const, content });
  served.registerPrompt('test_simple_prompt', { description: 'Simple' }, () => ({
    messages: [user(text('This is a simple prompt for testing.'))],
  }));
  served.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments', argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => ({
      messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
    }),
  );
  served.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({ messages: [user(embedded(resourceUri)), user(text('Read it.'))] }),
  );
  served.registerPrompt('test_prompt_with_image', { description: 'With an image' }, () => ({
    messages: [user(image), user(text('Look at it.'))],
  }));
}
