import type { ServerResponse } from 'node:http';
import { Counter, Gauge, type Registry } from 'prom-client';

const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx', 'other'] as const;
type StatusClass = (typeof statusClasses)[number];

/** CMS-MET-6 to CMS-MET-9. Plain numbers, since a server may handle tens of thousands of requests a second. */
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
      help: 'Finished requests by status class; "other" for requests aborted by the client.',
      labelNames: ['status_class'],
      registers,
      collect() {
        this.reset();
        for (const status_class of statusClasses) this.inc({ status_class }, counts[status_class]);
      },
    });
    new Counter({
      name: 'service_http_request_duration_seconds_total',
      help: 'Total duration of these requests, up to the end of the response.',
      registers,
      collect() {
        this.reset();
        this.inc(milliseconds() / 1_000);
      },
    });
    new Gauge({
      name: 'service_http_requests_in_flight',
      help: 'Requests in progress.',
      registers,
      collect() {
        this.set(inFlight());
      },
    });
  }

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
