import { once } from 'node:events';
import {
  createServer,
  request as ask,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { silentLogger, type LogAttributes } from '@galley/kernel';
import type { MetricsSource, MetricValue } from './metrics-source.ts';
import { Metrics } from './metrics.ts';

export const token = 'a secret of the operators';

interface MeasuredOptions {
  readonly token?: string | undefined;
  readonly sources?: readonly MetricsSource[];
  readonly listener?: RequestListener;
  readonly warn?: (message: string, attributes?: LogAttributes) => void;
}

export class Measured {
  readonly port: number;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(given: MeasuredOptions = {}): Promise<Measured> {
    const { sources = [], listener = answerByPath, warn = () => undefined } = given;
    const options = { token: 'token' in given ? given.token : token, sources };
    const metrics = new Metrics({ ...options, logger: { ...silentLogger, warn } });
    const server = createServer(metrics.measure(listener)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(async () => {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    });
    return new Measured((server.address() as AddressInfo).port);
  }

  async ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
    const request = ask({ port: this.port, path, method, headers, agent: false }).end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const text = Buffer.concat((await response.toArray()) as Buffer[]).toString();
    return { status: response.statusCode!, headers: response.headers, text };
  }

  scrape(method = 'GET') {
    return this.ask('/__metrics', { authorization: `Bearer ${token}` }, method);
  }

  async values(): Promise<Map<string, number>> {
    const { text } = await this.scrape();
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    return new Map(
      lines
        .map((line) => [...line.split(/ (?=\S+$)/)] as unknown as [string, string])
        .map(([name, value]) => [name, Number(value)]),
    );
  }

  async requests(): Promise<Record<string, number>> {
    const values = [...(await this.values())].flatMap(([name, value]) => {
      const [, status] = /^service_http_requests_total\{status_class="(\w+)"\}$/.exec(name) ?? [];
      return status && value > 0 ? [[status, value] as const] : [];
    });
    return Object.fromEntries(values);
  }
}

function answerByPath(request: IncomingMessage, response: ServerResponse): void {
  const status = Number(request.url?.slice(1, 4));
  response.writeHead(status).end(String(status));
}

export function gauge(name: string, collect: () => MetricValue): MetricsSource {
  return {
    definitions: { it: { name, type: 'gauge', help: 'x' } },
    collect: () => ({ it: collect() }),
  };
}
