import { contract } from '@galley/contract';
import type { OperationRouter } from '@galley/http';
import { panelContent, type PanelParts } from '../plugins/panel-content.ts';
import type { PluginJobs } from '../plugins/plugin-jobs.ts';

export function mountPluginPanels(
  router: OperationRouter,
  { jobs, ...parts }: PanelParts & { readonly jobs: PluginJobs },
): void {
  router.mount(contract.plugins.panel, ({ actor, query: { name } }) =>
    panelContent(parts, name, actor),
  );

  router.mount(contract.plugins.jobs, async ({ query: { name } }) =>
    (await jobs.list(name)).map(({ startedAt, finishedAt, nextAt, error, ...job }) => ({
      ...job,
      last_run_at: startedAt?.toISOString() ?? null,
      last_finished_at: finishedAt?.toISOString() ?? null,
      next_run_at: nextAt.toISOString(),
      last_error: error,
    })),
  );
}
