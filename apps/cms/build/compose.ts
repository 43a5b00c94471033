import type { LiveTheme } from '@galley/site';
import type { Environment } from '../environment.ts';
import type { ComposedPlugins } from '../plugins/compose.ts';
import type { SettingsChanges } from '../settings/settings-changes.ts';
import type { ComposedSite } from '../site/compose.ts';
import { buildMetrics, finishedBuildsMetrics } from './build-metrics.ts';
import { BuildProcess } from './build-process.ts';
import { SiteBuilds } from './site-builds.ts';

export interface BuildParts {
  readonly site: Pick<ComposedSite, 'builder' | 'fallback' | 'feed'>;
  readonly theme: LiveTheme;
  readonly plugins: Pick<ComposedPlugins, 'host'>;
  readonly changes: SettingsChanges;
}

export function composeBuild(
  environment: Environment,
  { site: { builder, fallback, feed }, theme, plugins, changes }: BuildParts,
) {
  const builds = new SiteBuilds({
    ...environment,
    ...environment.config.build,
    builder,
    buildProcess: new BuildProcess({ ...environment, key: () => builder.key }),
    onBuilt: () => fallback.compare(),
    feed,
  });
  const rebuild = (): void => builds.changed('settings');
  theme.onChange(rebuild);
  plugins.host.subscribe(rebuild);
  changes.onChange(rebuild);
  return {
    builds,
    jobs: [builds.loop],
    metrics: [buildMetrics(builds), finishedBuildsMetrics(builds)],
  };
}
