export interface ExposedSample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface ExposedMetric {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly help: string;
  readonly samples: ExposedSample[];
}

const metricName = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const helpLine = new RegExp(`^# HELP (${metricName}) ((?:[^\\\\]|\\\\[\\\\n])+)$`);
const typeLine = new RegExp(`^# TYPE (${metricName}) (counter|gauge|histogram|summary)$`);
const sampleLine = new RegExp(`^(${metricName})(?:\\{(.*)\\})? (\\S+)$`);
const label = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(?:,(?=.)|$)/;
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const special: Readonly<Record<string, number>> = { '+inf': Infinity, '-inf': -Infinity, nan: NaN };
const escapes: Readonly<Record<string, string>> = { '\\\\': '\\', '\\"': '"', '\\n': '\n' };

/** Prometheus text format 0.0.4, but one help and type line per metric and contiguous lines. @throws otherwise */
export function parseExposition(text: string): Map<string, ExposedMetric> {
  const reader = new ExpositionReader();
  if (!text.endsWith('\n')) throw new Error('The last line has no line feed.');
  for (const [at, line] of text.slice(0, -1).split('\n').entries()) {
    try {
      if (line !== '') reader.take(line);
    } catch (error) {
      throw new Error(`Line ${at + 1}, ${JSON.stringify(line)}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
  for (const metric of reader.metrics.values()) requireSound(metric);
  return reader.metrics;
}

class ExpositionReader {
  readonly metrics = new Map<string, ExposedMetric>();
  #help: readonly [name: string, help: string] | undefined;
  #current: ExposedMetric | undefined;

  take(line: string): void {
    const [, helped, help = ''] = helpLine.exec(line) ?? [];
    const [, typed, type] = typeLine.exec(line) ?? [];
    if (helped !== undefined) this.#help = [helped, help];
    else if (typed !== undefined) this.#begin(typed, type as ExposedMetric['type']);
    else if (line.startsWith('#')) throw new Error('it is neither HELP nor TYPE.');
    else this.#add(sampleFrom(line));
  }

  #begin(name: string, type: ExposedMetric['type']): void {
    if (this.#help?.[0] !== name) throw new Error('it has no HELP line before it.');
    if (this.metrics.has(name)) throw new Error('the metric is defined twice.');
    this.#current = { name, type, help: this.#help[1], samples: [] };
    this.metrics.set(name, this.#current);
  }

  #add(sample: ExposedSample): void {
    const metric = this.#current;
    if (!metric || !namesOf(metric).includes(sample.name))
      throw new Error('it is not grouped with its TYPE line.');
    const key = keyOf(sample);
    if (metric.samples.some((other) => keyOf(other) === key))
      throw new Error('the value is listed twice.');
    metric.samples.push(sample);
  }
}

function namesOf({ name, type }: ExposedMetric): string[] {
  if (type === 'histogram') return [`${name}_bucket`, `${name}_sum`, `${name}_count`];
  if (type === 'summary') return [name, `${name}_sum`, `${name}_count`];
  return [name];
}

function keyOf({ name, labels }: ExposedSample): string {
  return JSON.stringify([name, Object.entries(labels).toSorted()]);
}

function sampleFrom(line: string): ExposedSample {
  const [, name, labels, value] = sampleLine.exec(line) ?? [];
  if (name === undefined || value === undefined) throw new Error('it is not a value.');
  return { name, labels: labelsFrom(labels ?? ''), value: numberFrom(value) };
}

function labelsFrom(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (let rest = text; rest !== '';) {
    const [whole, name, value] = label.exec(rest) ?? [];
    if (whole === undefined || name === undefined) throw new Error('its labels are malformed.');
    if (Object.hasOwn(labels, name)) throw new Error(`it has the label ${name} twice.`);
    labels[name] = value!.replace(/\\[\\"n]/g, (escape) => escapes[escape]!);
    rest = rest.slice(whole.length);
  }
  return labels;
}

/** Subset of the numbers that Go's `ParseFloat` accepts. */
function numberFrom(text: string): number {
  const value = decimal.test(text) ? Number(text) : special[text.toLowerCase()];
  if (value === undefined) throw new Error(`${text} is not a number.`);
  return value;
}

function requireSound(metric: ExposedMetric): void {
  const { name, type, samples } = metric;
  if (type === 'counter' && !samples.every(({ value }) => value >= 0))
    throw new Error(`${name} is negative or not a number.`);
  if (type === 'histogram') requireSoundHistogram(metric);
}

/** Checks that buckets are cumulative and the last one contains all samples. */
function requireSoundHistogram({ name, samples }: ExposedMetric): void {
  const series = Map.groupBy(samples, ({ labels: { le: _le, ...labels } }) =>
    JSON.stringify(Object.entries(labels).toSorted()),
  );
  for (const lines of series.values()) {
    const buckets = lines.filter((line) => line.name === `${name}_bucket`);
    const counts = buckets.map(({ value }) => value);
    const bounds = buckets.map(({ labels: { le = '' } }) => numberFrom(le));
    const total = lines.find((line) => line.name === `${name}_count`)?.value;
    const isSound =
      [counts, bounds].every((list) => list.every((one, at) => at === 0 || list[at - 1]! <= one)) &&
      bounds.at(-1) === Infinity &&
      counts.at(-1) === total &&
      lines.some((line) => line.name === `${name}_sum`);
    if (!isSound) throw new Error(`${name} is not a valid histogram.`);
  }
}

export function exposedValue(
  metrics: ReadonlyMap<string, ExposedMetric>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const key = keyOf({ name, labels, value: 0 });
  return metrics.get(name)?.samples.find((sample) => keyOf(sample) === key)?.value;
}
