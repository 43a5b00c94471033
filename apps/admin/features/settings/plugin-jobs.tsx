import type { PluginJob } from '@galley/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useWords } from '../../lib/words.ts';
import { Loading, Panel, Time } from '../../ui/index.ts';
import { pluginWords } from './plugin-words.ts';
import styles from './plugins.module.css';
import { jobsQuery } from './queries.ts';

/** Scheduled jobs of running plugins; with `plugin`, the jobs of that plugin. */
export function PluginJobs({ plugin }: { readonly plugin?: string }): ReactNode {
  const words = useWords(pluginWords);
  const jobs = useQuery(jobsQuery);
  return (
    <Panel title={words.jobs} about={words.jobsAbout} isFlush>
      <Loading query={jobs} lines={3}>
        {(all) => {
          const found = all.filter((job) => plugin === undefined || job.plugin === plugin);
          if (found.length === 0) return <p className={`soft ${styles['none']}`}>{words.noJobs}</p>;
          return <JobTable jobs={found} />;
        }}
      </Loading>
    </Panel>
  );
}

function JobTable({ jobs }: { readonly jobs: readonly PluginJob[] }): ReactNode {
  const words = useWords(pluginWords);
  const heads = [words.plugin, words.job, words.every, words.lastRun, words.outcome, words.nextRun];
  return (
    <div className="table-frame" role="region" aria-label={words.jobs} tabIndex={0}>
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
              <td>{job.last_run_at ? <Time at={job.last_run_at} /> : words.neverRan}</td>
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
  const words = useWords(pluginWords);
  if (job.last_run_at === null) return '–';
  if (job.last_error !== null) return <span className="field-error breaks">{job.last_error}</span>;
  return job.last_finished_at === null ? words.runsNow : words.went;
}

export function Every({ milliseconds }: { readonly milliseconds: number }): ReactNode {
  const words = useWords(pluginWords);
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes % 1440 === 0) return words.days(minutes / 1440);
  return minutes % 60 === 0 ? words.hours(minutes / 60) : words.minutes(minutes);
}
