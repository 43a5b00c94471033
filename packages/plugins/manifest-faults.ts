import type { PluginManifest } from './manifest-schema.ts';
import type { Permission } from './plugin-permissions.ts';

export interface ManifestFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export function findManifestFaults(manifest: PluginManifest): ManifestFault[] {
  return [
    ...findMissingPermissions(manifest),
    ...findDuplicates(manifest),
    ...findPanelFaults(manifest),
  ];
}

function* findMissingPermissions(manifest: PluginManifest): Generator<ManifestFault> {
  const { hooks, filters, blocks, jobs, hosts, permissions } = manifest;
  const needs: readonly (readonly [key: keyof PluginManifest, isUsed: boolean, Permission])[] = [
    ['hooks', hooks.some((hook) => hook.startsWith('document.')), 'documents.read'],
    ['hooks', hooks.includes('media.uploaded'), 'media.read'],
    ['filters', filters.length > 0, 'render'],
    ['blocks', blocks.length > 0, 'render'],
    ['jobs', jobs.length > 0, 'schedule'],
    ['hosts', hosts.length > 0, 'network'],
  ];
  for (const [key, isUsed, permission] of needs) {
    if (!isUsed || permissions.includes(permission)) continue;
    const subject = key === 'hooks' ? `hooks such as ${hooks.join(', ')}` : key;
    yield {
      path: [key],
      message: `${subject} need the permission ${permission}; add it to permissions`,
    };
  }
  if (permissions.includes('network') && hosts.length === 0) {
    const at = permissions.indexOf('network');
    yield {
      path: ['permissions', at],
      message: 'network goes with a list of hosts, such as hosts: [example.org]',
    };
  }
}

function* findDuplicates(manifest: PluginManifest): Generator<ManifestFault> {
  const { permissions, hosts, hooks, filters, blocks, jobs, routes } = manifest;
  const lists: Readonly<Record<string, readonly string[]>> = {
    permissions,
    hosts,
    hooks,
    filters,
    blocks,
    jobs: jobs.map(({ name }) => name),
    routes: routes.map(({ method, path }) => `${method} ${path}`),
  };
  for (const [key, names] of Object.entries(lists)) {
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) < index)
        yield { path: [key, index], message: `${name} is there already` };
    }
  }
}

function* findPanelFaults({ panel, routes }: PluginManifest): Generator<ManifestFault> {
  if (!panel) return;
  const has = (method: string, path: string) =>
    routes.some((route) => route.method === method && route.path === path);
  const { source, columns, actions } = panel;
  if (source !== undefined && !has('GET', source)) {
    yield { path: ['panel', 'source'], message: `there is no route GET ${source}` };
  }
  if (source === undefined && columns.length > 0) {
    yield {
      path: ['panel', 'columns'],
      message: 'columns go with a source, a GET route of the plugin',
    };
  }
  for (const [index, { route }] of actions.entries()) {
    if (has('POST', route)) continue;
    yield {
      path: ['panel', 'actions', index, 'route'],
      message: `there is no route POST ${route}`,
    };
  }
}
