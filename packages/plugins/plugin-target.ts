import { eventNames, type HookName } from './hook-names.ts';
import type { PluginManifest } from './manifest-schema.ts';
import type { ExportGroup } from './sandbox/messages.ts';

/** The exported function that a hook is: `job:check` is `check` of `export const jobs`. */
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
  const isEvent = eventNames.some((event) => event === hook);
  return { group: isEvent ? 'hooks' : 'filters', name: hook };
}

/** What a manifest says that the module exports, by group. */
export function declaredIn(
  manifest: PluginManifest,
): Readonly<Record<ExportGroup, readonly string[]>> {
  const { hooks, filters, blocks, jobs, routes } = manifest;
  return {
    ...{ hooks, filters, blocks },
    jobs: jobs.map(({ name }) => name),
    routes: routes.map(({ method, path }) => `${method} ${path}`),
  };
}
