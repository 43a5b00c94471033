import { integrationEvents } from '@galley/kernel';
import type { HookName } from './hook-names.ts';
import type { PluginManifest } from './manifest-schema.ts';
import type { ExportGroup } from './sandbox/messages.ts';

/** `job:check` is `check` of `export const jobs`. */
export interface PluginTarget {
  readonly group: ExportGroup;
  readonly name: string;
}

const groups: Readonly<Record<string, ExportGroup>> = {
  block: 'blocks',
  job: 'jobs',
  route: 'routes',
};

export function targetOf(hook: HookName): PluginTarget {
  const colon = hook.indexOf(':');
  if (colon >= 0) return { group: groups[hook.slice(0, colon)]!, name: hook.slice(colon + 1) };
  const isEvent = integrationEvents.some((event) => event === hook);
  return { group: isEvent ? 'hooks' : 'filters', name: hook };
}

export function declaredIn(
  manifest: PluginManifest,
): Readonly<Record<ExportGroup, readonly string[]>> {
  const { hooks, filters, blocks, jobs, routes } = manifest;
  return {
    hooks,
    filters,
    blocks: blocks.map(({ name }) => name),
    jobs: jobs.map(({ name }) => name),
    routes: routes.map(({ method, path }) => `${method} ${path}`),
  };
}

/**
 * Beneficiary of a function: `pages` for visitors, `people` for the calling user, `events` for none. Separate sandboxes
 * keep data that one audience may read from the others.
 */
export type Audience = 'pages' | 'people' | 'events';

const audiences: Readonly<Record<ExportGroup, Audience>> = {
  filters: 'pages',
  blocks: 'pages',
  hooks: 'events',
  jobs: 'events',
  routes: 'people',
};

export function audienceOf(group: ExportGroup): Audience {
  return audiences[group];
}

/** At least one, so that every module is loaded and checked. */
export function audiencesIn(manifest: PluginManifest): readonly Audience[] {
  const groups = Object.entries(declaredIn(manifest)) as [ExportGroup, readonly string[]][];
  const found = groups.flatMap(([group, names]) => (names.length > 0 ? [audienceOf(group)] : []));
  return found.length > 0 ? [...new Set(found)] : ['events'];
}
