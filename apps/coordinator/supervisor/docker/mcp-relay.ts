import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';

export interface McpRelayOptions {
  readonly host: string;
  readonly port: number;
  readonly target: URL;
  readonly certificate: string | undefined;
}

export interface McpRelay {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Hop-by-hop headers are not forwarded. */
const ofConnection = [
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'proxy-authorization',
];

/** Relays only the MCP endpoint: the coordinator listens on loopback, out of the containers' reach. */
export async function openMcpRelay(options: McpRelayOptions): Promise<McpRelay> {
  const server = http.createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== options.target.pathname) {
      response
        .writeHead(404, { 'content-type': 'text/plain' })
        .end('This relay serves only /mcp.\n');
      return;
    }
    passOn(request, response, options);
  });
  server.listen(options.port, options.host);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}${options.target.pathname}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { target, certificate }: McpRelayOptions,
): void {
  const given = Object.entries(request.headers).filter(([name]) => !ofConnection.includes(name));
  const headers = { ...Object.fromEntries(given), host: target.host };
  const { method } = request;
  // Accepts exactly this certificate, whatever host name it is for.
  const tls = {
    ca: certificate,
    allowPartialTrustChain: true,
    checkServerIdentity: () => undefined,
  };
  const outgoing =
    target.protocol === 'https:'
      ? https.request(target, { method, headers, ...tls })
      : http.request(target, { method, headers });
  outgoing.once('response', (answer) => {
    response.writeHead(answer.statusCode!, answer.headers);
    response.flushHeaders();
    pipeline(answer, response).catch(() => undefined);
  });
  outgoing.once('error', () => {
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' })
        .end('The coordinator does not respond. Retry later.\n');
  });
  response.once('close', () => outgoing.destroy());
  pipeline(request, outgoing).catch(() => undefined);
}
