import type { ServerResponse } from 'node:http';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { MetricsSnapshot } from './merged-metrics.ts';

const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'other'] as const;

/** What is counted of requests (CMS-MET-6 to CMS-MET-9). */
export class RequestMetrics {
  readonly #requests: Counter<'status_class'>;
  readonly #seconds: Counter;
  readonly #inFlight: Gauge;
  readonly #onCounted: ((counts: MetricsSnapshot) => void) | undefined;
  #isTelling = false;

  /** `onCounted` is called at the end of each round of the event loop in which something was counted. */
  constructor(registry: Registry, onCounted?: (counts: MetricsSnapshot) => void) {
    this.#onCounted = onCounted;
    const registers = [registry];
    this.#requests = new Counter({
      name: 'service_http_requests_total',
      help: 'Requests that were answered, by the class of the status; "other" for those that the client broke off.',
      labelNames: ['status_class'],
      registers,
    });
    // Whoever computes a rate needs the zero before the first one.
    for (const status_class of statusClasses) this.#requests.inc({ status_class }, 0);
    this.#seconds = new Counter({
      name: 'service_http_request_duration_seconds_total',
      help: 'The time that all those requests took, each to the end of its answer.',
      registers,
    });
    this.#inFlight = new Gauge({
      name: 'service_http_requests_in_flight',
      help: 'Requests that are being answered.',
      registers,
    });
  }

  /** Counts the request of a response when that is closed, whether it was sent or not. */
  count(response: ServerResponse): void {
    const began = performance.now();
    this.#inFlight.inc();
    response.once('close', () => {
      this.#inFlight.dec();
      this.#seconds.inc((performance.now() - began) / 1_000);
      this.#requests.inc({ status_class: classOf(response) });
      if (this.#onCounted) this.#tell(this.#onCounted);
    });
  }

  /** Once for all requests that ended together; at once, so that little is lost with a process that is killed. */
  #tell(onCounted: (counts: MetricsSnapshot) => void): void {
    if (this.#isTelling) return;
    this.#isTelling = true;
    setImmediate(() => {
      this.#isTelling = false;
      void Promise.all([this.#requests.get(), this.#seconds.get()]).then(onCounted);
    });
  }
}

function classOf({ statusCode, writableFinished }: ServerResponse) {
  const first = Math.floor(statusCode / 100);
  return (writableFinished && statusClasses[first - 1]) || 'other';
}
