import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Registry } from 'prom-client';
import type { Logger } from '@galley/kernel';
import { addGauge, type MetricsGauge } from './metrics-gauge.ts';
import type { MetricsSnapshot } from './merged-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';
import { addRuntimeMetrics } from './runtime-metrics.ts';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface MetricsOptions {
  /** `SERVICE_METRICS_TOKEN` of the environment. When there is none, or a blank one, nothing is measured. */
  readonly token: string | undefined;
  /** What the service has to tell beside its requests. */
  readonly gauges?: readonly MetricsGauge[];
  /** Of the processes that are told of together, where this is one of several. */
  readonly group?: MetricsGroup | undefined;
  readonly logger: Logger;
}

/** Processes whose metrics are told by each of them, as those of one. */
export interface MetricsGroup {
  /** Called once, with what tells everything of this process. */
  join(collect: () => Promise<MetricsSnapshot>): void;
  /** Called with the counts of requests of this process soon after they have changed. */
  note(counts: MetricsSnapshot): void;
  /** What all processes tell, in the text format of Prometheus. */
  gather(): Promise<string>;
}

export const metricsPath = '/__metrics';

/**
 * `/__metrics` at the root of a server (CMS-MET-1 to CMS-MET-12), in front of everything else that it answers. What
 * is counted begins at zero with each start, of a group with the start of its first process.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #logger: Logger;
  readonly #group: MetricsGroup | undefined;
  /** Of the token; undefined when nothing is measured. */
  readonly #digest: Buffer | undefined;

  constructor({ token = '', gauges = [], group, logger }: MetricsOptions) {
    this.#logger = logger;
    this.#group = group;
    // A header has no blanks around its value, while a variable that was read from a file ends in a new line.
    const trimmed = token.trim();
    if (trimmed === '') return;
    this.#digest = digestOf(Buffer.from(trimmed));
    addRuntimeMetrics(this.#registry);
    for (const gauge of gauges) addGauge(this.#registry, gauge, logger);
    group?.join(() => this.#registry.getMetricsAsJSON());
  }

  /** Answers `/__metrics`, and counts all other requests, which `listener` answers. */
  measure(listener: RequestListener): RequestListener {
    const group = this.#group;
    const requests =
      this.#digest && new RequestMetrics(this.#registry, group && ((counts) => group.note(counts)));
    return (request, response) => {
      if (request.url?.split('?', 1)[0] === metricsPath) {
        this.#answer(request, response);
        return;
      }
      requests?.count(response);
      listener(request, response);
    };
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader('Cache-Control', 'no-store');
    if (!this.#digest) {
      response.writeHead(404).end();
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else if (!this.#isToken(request.headers.authorization)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="metrics"' }).end();
    } else {
      response.setHeader('Content-Type', this.#registry.contentType);
      // Nothing is gathered for somebody who wants no more than the headers (CMS-MET-5).
      if (request.method === 'HEAD') response.end();
      else this.#send(response);
    }
  }

  #isToken(authorization = ''): boolean {
    const [, token] = /^bearer +(\S.*)$/is.exec(authorization) ?? [];
    // Node reads each byte of a header as one character.
    const given = digestOf(Buffer.from(token ?? '', 'latin1'));
    return token !== undefined && timingSafeEqual(given, this.#digest!);
  }

  #send(response: ServerResponse): void {
    const all = this.#group ? this.#group.gather() : this.#registry.metrics();
    all.then(
      (text) => response.setHeader('Content-Length', Buffer.byteLength(text)).end(text),
      (error: unknown) => {
        this.#logger.error('metrics could not be collected', { error: String(error) });
        response.destroy();
      },
    );
  }
}

/** As long as any other, so that comparing takes equally long for all. */
const digestOf = (token: Buffer) => createHash('sha256').update(token).digest();
