import type { ServerResponse } from 'node:http';
import { Counter, Gauge, type Registry } from 'prom-client';

const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'other'] as const;
type StatusClass = (typeof statusClasses)[number];

/**
 * Counts requests (CMS-MET-6 to CMS-MET-9) in plain numbers, converted into metrics on a scrape: a server may handle
 * tens of thousands of requests a second.
 */
export class RequestMetrics {
  // Rates need the zero before the first request.
  readonly #counts: Record<StatusClass, number> = {
    '1xx': 0,
    '2xx': 0,
    '3xx': 0,
    '4xx': 0,
    '5xx': 0,
    other: 0,
  };
  #milliseconds = 0;
  #inFlight = 0;

  constructor(registry: Registry) {
    const counts = this.#counts;
    const milliseconds = (): number => this.#milliseconds;
    const inFlight = (): number => this.#inFlight;
    const registers = [registry];
    new Counter({
      name: 'service_http_requests_total',
      help: 'Requests that were answered, by the class of the status; "other" for those that the client broke off.',
      labelNames: ['status_class'],
      registers,
      collect() {
        this.reset();
        for (const status_class of statusClasses) this.inc({ status_class }, counts[status_class]);
      },
    });
    new Counter({
      name: 'service_http_request_duration_seconds_total',
      help: 'The time that all those requests took, each to the end of its answer.',
      registers,
      collect() {
        this.reset();
        this.inc(milliseconds() / 1_000);
      },
    });
    new Gauge({
      name: 'service_http_requests_in_flight',
      help: 'Requests that are being answered.',
      registers,
      collect() {
        this.set(inFlight());
      },
    });
  }

  /** Counts the request when its response closes, sent or not. */
  count(response: ServerResponse): void {
    const began = performance.now();
    this.#inFlight += 1;
    response.on('close', () => {
      this.#inFlight -= 1;
      this.#milliseconds += performance.now() - began;
      this.#counts[classOf(response)] += 1;
    });
  }
}

function classOf({ statusCode, writableFinished }: ServerResponse): StatusClass {
  const first = Math.floor(statusCode / 100);
  return (writableFinished && statusClasses[first - 1]) || 'other';
}
