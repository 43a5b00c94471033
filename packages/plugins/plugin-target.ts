import { integrationEvents } from '@galley/kernel';
import type { HookName } from './hook-names.ts';
import type { PluginManifest } from './manifest-schema.ts';
import type { ExportGroup } from './sandbox/messages.ts';

/** `job:check` is `check` of `export const jobs`. */
export interface PluginTarget {
  readonly group: ExportGroup;
  readonly name: string;
}

/** Groups whose names are not yet names of hooks. */
const prefixes: Readonly<Partial<Record<ExportGroup, string>>> = {
  blocks: 'block',
  jobs: 'job',
  routes: 'route',
  checks: 'check',
  validators: 'validator',
  endpoints: 'endpoint',
};

const groups = Object.fromEntries(
  Object.entries(prefixes).map(([group, prefix]) => [prefix, group]),
) as Readonly<Record<string, ExportGroup>>;

export function targetOf(hook: HookName): PluginTarget {
  const colon = hook.indexOf(':');
  if (colon >= 0) return { group: groups[hook.slice(0, colon)]!, name: hook.slice(colon + 1) };
  const isEvent = integrationEvents.some((event) => event === hook);
  return { group: isEvent ? 'hooks' : 'filters', name: hook };
}

export function declaredIn(
  manifest: PluginManifest,
): Readonly<Record<ExportGroup, readonly string[]>> {
  const { hooks, filters, blocks, jobs, routes, checks, validators, endpoints } = manifest;
  return {
    hooks,
    filters,
    blocks: blocks.map(({ name }) => name),
    jobs: jobs.map(({ name }) => name),
    routes: routes.map(({ method, path }) => `${method} ${path}`),
    checks,
    validators,
    endpoints: endpoints.map(({ method, path }) => `${method} ${path}`),
  };
}

/** Such as `document.saved` and `block:card`. */
export function hookNamesOf(manifest: PluginManifest): readonly HookName[] {
  return Object.entries(declaredIn(manifest)).flatMap(([group, names]) => {
    const prefix = prefixes[group as ExportGroup];
    return names.map((name) => (prefix === undefined ? name : `${prefix}:${name}`) as HookName);
  });
}

/**
 * Beneficiary of a function: `pages` for visitors, `people` for the calling user, `events` for none, `visitors` for the
 * sender of a public request. Separate sandboxes keep data that one audience may read from the others. `checks` get
 * documents that nobody else may see yet, and no functions at all.
 */
export type Audience = 'pages' | 'people' | 'events' | 'checks' | 'visitors';

const audiences: Readonly<Record<ExportGroup, Audience>> = {
  filters: 'pages',
  blocks: 'pages',
  hooks: 'events',
  jobs: 'events',
  routes: 'people',
  checks: 'checks',
  validators: 'checks',
  endpoints: 'visitors',
};

export function audienceOf(group: ExportGroup): Audience {
  return audiences[group];
}

/** Whether writing documents needs the plugin. */
export const checksDocuments = ({ permissions, fields }: PluginManifest): boolean =>
  permissions.includes('check') || fields.length > 0;

/** Whether publications depend on the plugin: without its answer, nothing is published (ADD-PLUG-8). */
export function guardsPublication({ checks, validators }: PluginManifest): boolean {
  return checks.includes('document.publish') || validators.length > 0;
}

/** At least one, so that every module is loaded and checked. */
export function audiencesIn(manifest: PluginManifest): readonly Audience[] {
  const groups = Object.entries(declaredIn(manifest)) as [ExportGroup, readonly string[]][];
  const found = groups.flatMap(([group, names]) => (names.length > 0 ? [audienceOf(group)] : []));
  return found.length > 0 ? [...new Set(found)] : ['events'];
}
