import { parentPort } from 'node:worker_threads';
import { doMarkdownJob, type MarkdownJob, type MarkdownJobs } from './markdown-jobs.ts';

/** The worker handles one request at a time. */
export interface MarkdownRequest<Job extends MarkdownJob = MarkdownJob> {
  readonly job: Job;
  readonly input: MarkdownJobs[Job]['input'];
}

// The time of a job starts now.
parentPort?.postMessage('ready');

parentPort?.on('message', ({ job, input }: MarkdownRequest) => {
  void Promise.resolve(doMarkdownJob(job, input)).then((output) => parentPort?.postMessage(output));
});
