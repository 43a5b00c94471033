import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { panelContent, type PanelParts } from './panel-content.ts';
import type { PluginJobs } from './plugin-jobs.ts';

export function pluginPanelsHandlers({
  pluginJobs,
  ...parts
}: PanelParts & { readonly pluginJobs: PluginJobs }): Pick<
  Module<typeof contract.plugins>,
  'panel' | 'jobs'
> {
  return {
    panel: ({ actor, query: { name } }) => panelContent(parts, name, actor),

    jobs: async ({ query: { name } }) =>
      (await pluginJobs.list(name)).map(({ startedAt, finishedAt, nextAt, error, ...job }) => ({
        ...job,
        last_run_at: startedAt?.toISOString() ?? null,
        last_finished_at: finishedAt?.toISOString() ?? null,
        next_run_at: nextAt.toISOString(),
        last_error: error,
      })),
  };
}
