import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createGalley, type Galley, type GalleyOptions } from './index.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Reply = (response: ServerResponse, heard: ReceivedRequest) => void;

/** Server with scripted replies: each request gets the next one, and further requests get the last one. */
export class OddServer implements AsyncDisposable {
  readonly url: string;
  readonly heard: ReceivedRequest[] = [];
  readonly #close: () => Promise<void>;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  static async start(...replies: readonly Reply[]): Promise<OddServer> {
    const http = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      // Ignores clients that disconnect in the middle of a request.
      request.on('error', () => undefined);
      request.on('end', () => {
        const { method = '', url = '', headers } = request;
        const heard = { method, url, headers, body: Buffer.concat(chunks).toString('latin1') };
        const reply = replies[Math.min(server.heard.length, replies.length - 1)]!;
        server.heard.push(heard);
        reply(response, heard);
      });
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
    const server = new OddServer(
      `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
      async () => {
        http.closeAllConnections();
        await once(http.close(), 'close');
      },
    );
    return server;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#close();
  }
}

export function clientOf(
  { url }: OddServer,
  options: Partial<GalleyOptions> = {},
): { galley: Galley; waits: number[] } {
  const waits: number[] = [];
  const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> => {
    // 45 seconds is the timeout of a silent stream, which never expires here.
    if (milliseconds === 45_000) return new Promise(() => undefined);
    waits.push(milliseconds);
    return signal?.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve();
  };
  return { galley: createGalley({ baseUrl: url, token: 'galley_x', wait, ...options }), waits };
}

export function answers(value: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    const type = { 'content-type': 'application/json; charset=utf-8' };
    response.writeHead(200, { ...type, ...headers }).end(JSON.stringify(value));
  };
}

export function refuses(
  status: number,
  code: string,
  {
    headers = {},
    ...members
  }: { headers?: Record<string, string>; [member: string]: unknown } = {},
): Reply {
  const body = { type: `urn:galley:problem:${code}`, code, status, request_id: 'request-1' };
  const described = { ...body, title: 'A title', detail: `It is ${code}.`, ...members };
  return (response) => {
    const type = { 'content-type': 'application/problem+json; charset=utf-8' };
    response.writeHead(status, { ...type, ...headers }).end(JSON.stringify(described));
  };
}

export const resets: Reply = (response) => response.socket!.resetAndDestroy();

/** Closes the connection in the middle of a response. */
export const breaksOff: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"half":', () => response.socket!.resetAndDestroy());
};

export function saysHtml(status: number, headers: Record<string, string> = {}): Reply {
  return (response) => {
    const type = { 'content-type': 'text/html' };
    response.writeHead(status, { ...type, ...headers }).end('<h1>nginx</h1>');
  };
}

export async function captureError(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('The call succeeded.');
}
