import { listMetrics } from '@galley/cms';
import { coordinatorMetrics } from '@galley/coordinator';
import { builtInMetrics, type DescribedMetric } from '@galley/http';

export interface MetricsSection {
  readonly title: string;
  readonly metrics: readonly DescribedMetric[];
}

export async function metricsSections(): Promise<MetricsSection[]> {
  const contentServerMetrics = await listMetrics();
  const ofCoordinator = new Set(coordinatorMetrics.map(({ name }) => name));
  const ofContent = new Set(contentServerMetrics.map(({ name }) => name));
  const builtIn = builtInMetrics();
  const isOfContract = ({ name }: DescribedMetric): boolean => name.startsWith('service_');
  return [
    { title: 'Requests and process, both services', metrics: builtIn.filter(isOfContract) },
    {
      title: 'Other metrics, both services',
      metrics: contentServerMetrics.filter(({ name }) => ofCoordinator.has(name)),
    },
    {
      title: 'Content server',
      metrics: contentServerMetrics.filter(({ name }) => !ofCoordinator.has(name)),
    },
    {
      title: 'Coordinator',
      metrics: coordinatorMetrics.filter(({ name }) => !ofContent.has(name)),
    },
    {
      title: 'Node.js and operating system, both services',
      metrics: builtIn.filter((metric) => !isOfContract(metric)),
    },
  ];
}

export function renderMetrics(sections: readonly MetricsSection[]): string {
  return `# Metrics

\`/__metrics\` exposes these metrics in the Prometheus text format 0.0.4; [the guide](../guides/monitoring.md) describes how to collect them and what to watch. \`npm run docs:reference\` generates this page from the code. Counters restart at zero with each process. A metric whose value is unavailable, for example because the database is down, is omitted; the other metrics are still reported.

${sections.map(renderSection).join('\n')}`;
}

function renderSection({ title, metrics }: MetricsSection): string {
  const rows = metrics.map(
    ({ name, type, labels = [], help }) =>
      `| \`${name}\` | ${type} | ${unitOf(name)} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help.replaceAll('|', '\\|')} |`,
  );
  return `## ${title}

| Name | Type | Unit | Labels | Meaning |
|---|---|---|---|---|
${rows.join('\n')}
`;
}

function unitOf(name: string): string {
  if (name.endsWith('_timestamp_seconds')) return 'Unix time';
  return /_(seconds|bytes)(_total)?$/.exec(name)?.[1] ?? '';
}
