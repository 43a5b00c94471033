import express from 'express';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AnswerOf, Operation } from '@galley/contract';
import type { LogAttributes, Logger } from '@galley/kernel';
import { OperationRouter, type Call } from './mount.ts';
import { problemHandler } from './problem-response.ts';
import { requestId } from './request-id.ts';
import { requestLog } from './request-log.ts';

export interface LogLine {
  readonly level: keyof Logger;
  readonly message: string;
  readonly attributes: LogAttributes;
}

/** Operations on a real socket, as an app mounts them, without sessions. */
export class Mounted implements AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly log: LogLine[];
  readonly #stop: () => Promise<void>;

  private constructor(port: number, log: LogLine[], stop: () => Promise<void>) {
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.log = log;
    this.#stop = stop;
  }

  static async operation<O extends Operation>(
    operation: O,
    handler: (call: Call<O>) => Promise<AnswerOf<O>>,
  ): Promise<Mounted> {
    const log: LogLine[] = [];
    const operations = new OperationRouter({ limits: { json: 1_000, document: 2_000 } });
    operations.mount(operation, handler);
    const app = express();
    const isUnavailable = (error: unknown): boolean =>
      error instanceof Error && error.message === 'the database is away';
    app.use(requestId(), requestLog(recorder(log)), operations.router);
    app.use(problemHandler({ logger: recorder(log), isUnavailable }));
    const server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Mounted((server.address() as AddressInfo).port, log, async () => {
      const closed = once(server.close(), 'close');
      server.closeAllConnections();
      await closed;
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stop();
  }
}

function recorder(lines: LogLine[]): Logger {
  const note =
    (level: keyof Logger) =>
    (message: string, attributes: LogAttributes = {}): void =>
      void lines.push({ level, message, attributes });
  return { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
}
