import cluster from 'node:cluster';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from '@galley/kernel';
import { FixedToken } from './fixed-token.ts';
import { MetricsRegistry } from './metrics-registry.ts';
import type { MetricsSource } from './metrics-source.ts';
import { RequestMetrics } from './request-metrics.ts';
import { addRuntimeMetrics } from './runtime-metrics.ts';
import { gatherFromWorkers, joinGathering } from './worker-metrics.ts';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

export interface MetricsOptions {
  /** `SERVICE_METRICS_TOKEN`. Missing or blank switches metrics off. */
  readonly token: string | undefined;
  readonly sources?: readonly MetricsSource[];
  readonly logger: Logger;
}

export const metricsPath = '/__metrics';
const metricsRequestPattern = new RegExp(`^${metricsPath}(?:[?]|$)`);

/** `/__metrics` (CMS-MET-1 to CMS-MET-12), before all other routes. In a worker, with the metrics of all workers. */
export class Metrics {
  readonly #own: MetricsRegistry;
  readonly #ofProject: MetricsRegistry;
  readonly #logger: Logger;
  readonly #token: FixedToken | undefined;

  constructor({ token = '', sources = [], logger }: MetricsOptions) {
    this.#logger = logger;
    // Header values are trimmed, while a variable read from a file ends in a newline.
    const trimmed = token.trim();
    const isMeasured = trimmed !== '';
    const { own = [], ofProject = [] } = Object.groupBy(isMeasured ? sources : [], registryOf);
    this.#own = new MetricsRegistry(own, logger);
    this.#ofProject = new MetricsRegistry(ofProject, logger);
    if (!isMeasured) return;
    this.#token = new FixedToken(trimmed);
    addRuntimeMetrics(this.#own);
    if (cluster.isWorker) joinGathering(this.#own);
  }

  /** Passes all other requests to `listener`. */
  measure(listener: RequestListener): RequestListener {
    const requests = this.#token && new RequestMetrics(this.#own);
    return (request, response) => {
      if (metricsRequestPattern.test(request.url!)) {
        this.#answer(request, response);
        return;
      }
      requests?.count(response);
      listener(request, response);
    };
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader('Cache-Control', 'no-store');
    if (!this.#token) {
      response.writeHead(404).end();
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else if (!this.#token.isIn(request.headers.authorization)) {
      response.writeHead(401, { 'WWW-Authenticate': 'Bearer realm="metrics"' }).end();
    } else {
      response.setHeader('Content-Type', this.#own.contentType);
      // HEAD collects no metrics (CMS-MET-5).
      if (request.method === 'HEAD') response.end();
      else this.#send(response);
    }
  }

  async #text(): Promise<string> {
    const own = cluster.isWorker ? gatherFromWorkers() : this.#own.metrics();
    return (await Promise.all([own, this.#ofProject.metrics()])).join('');
  }

  #send(response: ServerResponse): void {
    this.#text().then(
      (text) => response.setHeader('Content-Length', Buffer.byteLength(text)).end(text),
      (error: unknown) => {
        this.#logger.error('metrics could not be collected', { error: String(error) });
        response.destroy();
      },
    );
  }
}

const registryOf = ({ isProjectWide }: MetricsSource) => (isProjectWide ? 'ofProject' : 'own');
