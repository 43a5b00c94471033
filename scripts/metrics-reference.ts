import { listMetrics } from '@galley/cms';
import { coordinatorMetrics } from '@galley/coordinator';
import { builtInMetrics, type DescribedMetric } from '@galley/http';

/** Metrics by the services that expose them; each is listed once. */
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
    { title: 'Requests and process, of both services', metrics: builtIn.filter(isOfContract) },
    {
      title: 'Further, of both services',
      metrics: contentServerMetrics.filter(({ name }) => ofCoordinator.has(name)),
    },
    {
      title: 'Of the content server',
      metrics: contentServerMetrics.filter(({ name }) => !ofCoordinator.has(name)),
    },
    {
      title: 'Of the coordinator',
      metrics: coordinatorMetrics.filter(({ name }) => !ofContent.has(name)),
    },
    {
      title: 'Of Node and the system, of both services',
      metrics: builtIn.filter((metric) => !isOfContract(metric)),
    },
  ];
}

export function renderMetrics(sections: readonly MetricsSection[]): string {
  return `# Metrics

What \`/__metrics\` tells, in the text format 0.0.4 of Prometheus; [the guide](../guides/monitoring.md) says how to read it and what to watch. \`npm run docs:reference\` writes this page from the code. Counters begin at zero with each start. A metric that cannot be found out, because the database is away for example, is left out, and the others are told.

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
