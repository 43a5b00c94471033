import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';

export interface TrialTools extends AsyncDisposable {
  readonly url: string;
  /** A client has connected with the token. */
  readonly isConnected: boolean;
}

interface Call {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly protocolVersion?: string };
}

/** Shows whether a model accepts tools at all. */
const tool = {
  name: 'table_get_state',
  description: 'Shows the state of your run.',
  inputSchema: { type: 'object', properties: {} },
};
const protocolVersion = '2025-06-18';

/** An MCP server with one tool that does nothing. It shows whether a program reads its configuration. */
export async function openTrialTools(token: string): Promise<TrialTools> {
  let isConnected = false;
  const server = http.createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end();
      return;
    }
    if (request.method !== 'POST') {
      response.writeHead(405).end();
      return;
    }
    isConnected = true;
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    get isConnected() {
      return isConnected;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  let call: Call;
  try {
    call = JSON.parse(Buffer.concat(chunks).toString()) as Call;
  } catch {
    response.writeHead(400).end();
    return;
  }
  if (call.id === undefined) {
    response.writeHead(202).end();
    return;
  }
  const text = JSON.stringify({ jsonrpc: '2.0', id: call.id, ...resultOf(call) });
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

function resultOf({ method, params }: Call): object {
  if (method === 'initialize')
    return {
      result: {
        protocolVersion: params?.protocolVersion ?? protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'galley', version: 'trial' },
      },
    };
  if (method === 'tools/list') return { result: { tools: [tool] } };
  if (method === 'tools/call') return { result: { content: [{ type: 'text', text: '{}' }] } };
  if (method === 'ping') return { result: {} };
  return { error: { code: -32601, message: 'Method not found' } };
}
