import { describe, expect, test } from 'vitest';
import { metricsSections } from './metrics-reference.ts';
import { readText } from './repository.ts';

const metrics = (await metricsSections()).flatMap((section) => section.metrics);
const types = new Map(metrics.map(({ name, type }) => [name, type]));
const rules = 'docker/prometheus/alerts.yml';
const dashboard = 'docker/grafana/dashboards/galley.json';

/** Metric names in a text; `up` is Prometheus' own. */
function namesIn(text: string): string[] {
  return text.match(/\b(galley|service|nodejs|process)_[a-z\d_]+/g) ?? [];
}

function expressionsOf(path: string): string[] {
  const text = readText(path);
  if (path.endsWith('.json')) return [...text.matchAll(/"expr": "(.*)"/g)].map(([, one]) => one!);
  return [...text.matchAll(/^ *expr: (?:>-\n)?((?:.|\n(?! *\w+:))*)/gm)].map(([, one]) => one!);
}

describe.each([rules, dashboard, 'docker/prometheus/alerts.test.yml'])('%s', (path) => {
  test('refers only to existing metrics', () => {
    const names = namesIn(readText(path));
    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !types.has(name))).toEqual([]);
  });
});

test.each([rules, dashboard])('%s uses rate() for every counter and only for counters', (path) => {
  const expressions = expressionsOf(path);
  expect(expressions.length).toBeGreaterThan(10);
  for (const expression of expressions) {
    const counters = namesIn(expression).filter((name) => types.get(name) === 'counter');
    const rated = [...expression.matchAll(/\b(?:rate|increase)\((\w+)/g)].map(([, name]) => name);
    expect({ expression, counters: rated.toSorted() }).toEqual({
      expression,
      counters: counters.toSorted(),
    });
  }
});

/** Metrics for deeper analysis, which no dashboard has to show. */
const furtherOnes = [
  'galley_backup_last_size_bytes',
  'galley_backups_bytes',
  'galley_kept_answers',
  'galley_kept_answers_dropped_total',
  'galley_loop_runs_total',
  'galley_notifications_unread',
  'galley_run_leases_held',
  'galley_runs',
  'galley_runs_failing',
  'galley_schedule_last_run_timestamp_seconds',
  'galley_schedule_next_due_timestamp_seconds',
  'galley_supervised_agents',
  'galley_supervisor_differences_total',
  'galley_supervisors',
];

test('the dashboard or an alert uses every other metric of Galley', () => {
  const shown = new Set([rules, dashboard].flatMap((path) => namesIn(readText(path))));
  const ours = metrics.map(({ name }) => name).filter((name) => name.startsWith('galley_'));
  expect(ours.filter((name) => !shown.has(name)).toSorted()).toEqual(furtherOnes);
});

test('the guide documents exactly the defined alerts', () => {
  const alerts = [...readText(rules).matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const told = readText('docs/guides/monitoring.md').match(/\bGalley[A-Z]\w+/g);
  expect([...new Set(told)].toSorted()).toEqual(alerts.toSorted());
});

test('names of counters, and only of counters, end in _total', () => {
  const wrong = metrics.filter(
    ({ name, type }) => name.endsWith('_total') !== (type === 'counter'),
  );
  expect(wrong.map(({ name }) => name)).toEqual([]);
  expect(
    metrics.filter(({ help }) => !/^[A-Z\d].*\.\)?$/.test(help)).map(({ name }) => name),
  ).toEqual([]);
  expect(types.size).toBe(metrics.length);
});
