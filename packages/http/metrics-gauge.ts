import { setTimeout as wait } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '@galley/kernel';

/** One value of a gauge; nothing secret, and nothing without bounds such as an address, belongs into a label. */
export interface GaugeSample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A value that a service tells of itself when it is asked for its metrics. */
export interface MetricsGauge {
  /** `galley_runs` */
  readonly name: string;
  readonly help: string;
  /** The names of its labels. */
  readonly labels?: readonly string[];
  /** When it throws, or takes too long, the gauge has no value this time; the others do. */
  collect(): readonly GaugeSample[] | Promise<readonly GaugeSample[]>;
}

/** Well below the five seconds that whoever scrapes is patient for. */
const patienceMilliseconds = 2_000;

export function addGauge(registry: Registry, gauge: MetricsGauge, logger: Logger): void {
  const { name, help, labels = [] } = gauge;
  new Gauge({
    ...{ name, help, labelNames: [...labels] },
    registers: [registry],
    async collect() {
      const samples = await samplesOf(gauge, logger);
      this.reset();
      // Without labels, a gauge that was reset would tell a zero that nobody has counted.
      if (labels.length === 0) this.remove();
      for (const sample of samples) this.set(sample.labels ?? {}, sample.value);
    },
  });
}

async function samplesOf(gauge: MetricsGauge, logger: Logger): Promise<readonly GaugeSample[]> {
  const answered = new AbortController();
  try {
    return await Promise.race([gauge.collect(), tooLate(answered.signal)]);
  } catch (error) {
    logger.warn('a metric could not be collected', { metric: gauge.name, error: String(error) });
    return [];
  } finally {
    answered.abort();
  }
}

async function tooLate(answered: AbortSignal): Promise<never> {
  await wait(patienceMilliseconds, undefined, { signal: answered });
  throw new Error(`there was no answer within ${patienceMilliseconds} ms`);
}
