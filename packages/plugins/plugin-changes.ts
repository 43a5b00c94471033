import { canonicalJson } from '@galley/kernel';
import type { PluginManifest } from './manifest-schema.ts';

const pluginPartKinds = [
  'permission',
  'host',
  'hook',
  'filter',
  'block',
  'job',
  'route',
  'setting',
  'panel',
  'check',
  'field',
  'endpoint',
] as const;
type PluginPartKind = (typeof pluginPartKinds)[number];

/** Difference of two versions of a plugin.yaml. */
export interface PluginChange {
  readonly kind: PluginPartKind;
  /** `render`, `example.org`, `GET /report`. */
  readonly name: string;
  /** `changed`: it keeps its name, and its definition differs. */
  readonly change: 'added' | 'removed' | 'changed';
}

/** In the order of kinds, then of names. Without `before`, everything is added. */
export function listChanges(
  before: PluginManifest | undefined,
  after: PluginManifest,
): readonly PluginChange[] {
  const [old, current] = [before ? partsOf(before) : undefined, partsOf(after)];
  return pluginPartKinds.flatMap((kind) =>
    compare(old?.[kind] ?? new Map(), current[kind]).map((found) => ({ kind, ...found })),
  );
}

/** Whether the later version may do more: permissions and hosts decide. */
export function widens(changes: readonly PluginChange[]): boolean {
  return changes.some(
    ({ kind, change }) => change === 'added' && (kind === 'permission' || kind === 'host'),
  );
}

/** Definitions by name. */
type Parts = ReadonlyMap<string, string>;

function partsOf(manifest: PluginManifest): Readonly<Record<PluginPartKind, Parts>> {
  const { permissions, hosts, hooks, filters, blocks, jobs, routes, settings, panel } = manifest;
  const { checks, fields, validators, endpoints } = manifest;
  const routesByName = routes.map((route) => ({
    ...route,
    name: `${route.method} ${route.path}`,
  }));
  return {
    permission: names(permissions),
    host: names(hosts),
    hook: names(hooks),
    filter: names(filters),
    block: definitions(blocks),
    job: definitions(jobs),
    route: definitions(routesByName),
    setting: definitions(settings),
    check: names(checks),
    field: definitions(
      fields.map((field) => ({ ...field, isValidated: validators.includes(field.name) })),
    ),
    endpoint: names(endpoints.map(({ method, path }) => `${method} ${path}`)),
    panel: definitions(panel ? [{ name: panel.title, ...panel }] : []),
  };
}

const names = (list: readonly string[]): Parts => new Map(list.map((name) => [name, '']));

const definitions = (list: readonly { readonly name: string }[]): Parts =>
  new Map(list.map((part) => [part.name, canonicalJson(part)]));

function compare(before: Parts, after: Parts): readonly Omit<PluginChange, 'kind'>[] {
  const all = [...new Set([...before.keys(), ...after.keys()])].sort();
  return all.flatMap((name): Omit<PluginChange, 'kind'>[] => {
    if (!after.has(name)) return [{ name, change: 'removed' }];
    if (!before.has(name)) return [{ name, change: 'added' }];
    return before.get(name) === after.get(name) ? [] : [{ name, change: 'changed' }];
  });
}
