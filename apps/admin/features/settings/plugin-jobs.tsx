import type { PluginJob } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { QueryBoundary, Panel, Time } from '../../ui/index.ts';
import { pluginMessages } from './plugin-messages.ts';
import styles from './plugins.module.css';
import { jobsQuery } from './queries.ts';

export function PluginJobs({ plugin }: { readonly plugin?: string }): ReactNode {
  const messages = useMessages(pluginMessages);
  const jobs = useQuery(jobsQuery);
  return (
    <Panel title={messages.jobs} about={messages.jobsAbout} isFlush>
      <QueryBoundary query={jobs} lines={3}>
        {(all) => {
          const found = all.filter((job) => plugin === undefined || job.plugin === plugin);
          if (found.length === 0)
            return <p className={`soft ${styles['none']}`}>{messages.noJobs}</p>;
          return <JobTable jobs={found} />;
        }}
      </QueryBoundary>
    </Panel>
  );
}

function JobTable({ jobs }: { readonly jobs: readonly PluginJob[] }): ReactNode {
  const messages = useMessages(pluginMessages);
  const heads = [
    messages.plugin,
    messages.job,
    messages.every,
    messages.lastRun,
    messages.outcome,
    messages.nextRun,
  ];
  return (
    <div className="table-frame" role="region" aria-label={messages.jobs} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <tr key={`${job.plugin} ${job.job}`}>
              <td>{job.plugin}</td>
              <td>{job.job}</td>
              <td>
                <Every milliseconds={job.every} />
              </td>
              <td>{job.last_run_at ? <Time at={job.last_run_at} /> : messages.neverRan}</td>
              <td>
                <Outcome job={job} />
              </td>
              <td>
                <Time at={job.next_run_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Outcome({ job }: { readonly job: PluginJob }): ReactNode {
  const messages = useMessages(pluginMessages);
  if (job.last_run_at === null) return '–';
  if (job.last_error !== null) return <span className="field-error breaks">{job.last_error}</span>;
  return job.last_finished_at === null ? messages.runsNow : messages.went;
}

export function Every({ milliseconds }: { readonly milliseconds: number }): ReactNode {
  const messages = useMessages(pluginMessages);
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes % 1440 === 0) return messages.days({ count: minutes / 1440 });
  return minutes % 60 === 0
    ? messages.hours({ count: minutes / 60 })
    : messages.minutes({ count: minutes });
}
