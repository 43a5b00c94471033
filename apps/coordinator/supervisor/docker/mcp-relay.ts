import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';

export interface McpRelayOptions {
  readonly host: string;
  readonly port: number;
  /** Of the coordinator's endpoint. */
  readonly target: URL;
  /** The certificate of the coordinator (PEM), where it speaks TLS. */
  readonly certificate: string | undefined;
}

export interface McpRelay {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** What is said between two ends of one connection, and not passed on. */
const ofConnection = [
  'connection',
  'keep-alive',
  'upgrade',
  'te',
  'trailer',
  'proxy-authorization',
];

/**
 * Passes the endpoint for agents on to where containers are, and nothing else of the coordinator, which listens where
 * only its own machine reaches it. What is streamed goes through as it comes.
 */
export async function openMcpRelay(options: McpRelayOptions): Promise<McpRelay> {
  const server = http.createServer((request, response) => {
    if (request.url?.split('?', 1)[0] !== options.target.pathname) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Only /mcp is here.\n');
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
  // It is this very certificate that is expected, whatever name it is for.
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
    // An end that breaks off breaks the other off.
    pipeline(answer, response).catch(() => undefined);
  });
  outgoing.once('error', () => {
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' })
        .end('The coordinator does not answer at the moment. Try again.\n');
  });
  response.once('close', () => outgoing.destroy());
  pipeline(request, outgoing).catch(() => undefined);
}
