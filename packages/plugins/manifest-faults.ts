import { fieldFault, withParams } from '@galley/kernel';
import type { KeyFault } from '@galley/settings';
import {
  notKebabName,
  pluginName,
  type PluginBlock,
  type PluginManifest,
} from './manifest-schema.ts';
import type { Permission } from './plugin-permissions.ts';

export function findManifestFaults(manifest: PluginManifest): KeyFault[] {
  return [
    ...findMissingPermissions(manifest),
    ...findDuplicates(manifest),
    ...findPanelFaults(manifest),
    ...findShowFaults(['settings'], manifest.settings),
    ...findPluginTypes(['settings'], manifest.settings),
    ...findFieldTypeFaults(manifest),
    ...findBlockFaults(manifest),
  ];
}

function* findMissingPermissions(manifest: PluginManifest): Generator<KeyFault> {
  const { hooks, filters, blocks, jobs, hosts, checks, validators, endpoints, permissions } =
    manifest;
  const needs: readonly (readonly [key: keyof PluginManifest, isUsed: boolean, Permission])[] = [
    ['hooks', hooks.some((hook) => hook.startsWith('document.')), 'documents.read'],
    ['hooks', hooks.includes('media.uploaded'), 'media.read'],
    ['filters', filters.length > 0, 'render'],
    ['blocks', blocks.length > 0, 'render'],
    ['jobs', jobs.length > 0, 'schedule'],
    ['hosts', hosts.length > 0, 'network'],
    ['checks', checks.length > 0, 'check'],
    ['validators', validators.length > 0, 'check'],
    ['endpoints', endpoints.length > 0, 'endpoints'],
  ];
  for (const [key, isUsed, permission] of needs) {
    if (!isUsed || permissions.includes(permission)) continue;
    yield { path: [key], ...fieldFault('requires', { other: `permissions: [${permission}]` }) };
  }
  if (permissions.includes('network') && hosts.length === 0) {
    const at = permissions.indexOf('network');
    yield {
      path: ['permissions', at],
      ...fieldFault('requires', { other: 'hosts', example: 'hosts: [example.org]' }),
    };
  }
}

function* findDuplicates(manifest: PluginManifest): Generator<KeyFault> {
  const { permissions, hosts, hooks, filters, blocks, jobs, routes } = manifest;
  const { checks, validators, endpoints } = manifest;
  const lists: Readonly<Record<string, readonly string[]>> = {
    permissions,
    hosts,
    hooks,
    filters,
    blocks: blocks.map(({ name }) => name),
    jobs: jobs.map(({ name }) => name),
    routes: routes.map(({ method, path }) => `${method} ${path}`),
    checks,
    validators,
    endpoints: endpoints.map(({ method, path }) => `${method} ${path}`),
  };
  for (const [key, names] of Object.entries(lists)) {
    for (const [index, name] of names.entries()) {
      if (names.indexOf(name) < index)
        yield { path: [key, index], ...fieldFault('duplicate', { value: name }) };
    }
  }
}

function* findPanelFaults({ panel, routes }: PluginManifest): Generator<KeyFault> {
  if (!panel) return;
  const has = (method: string, path: string) =>
    routes.some((route) => route.method === method && route.path === path);
  const { source, columns, actions } = panel;
  if (source !== undefined && !has('GET', source)) {
    yield {
      path: ['panel', 'source'],
      ...fieldFault('not_found', { value: `GET ${source}` }),
    };
  }
  if (source === undefined && columns.length > 0) {
    yield { path: ['panel', 'columns'], ...fieldFault('requires', { other: 'source' }) };
  }
  for (const [index, { route }] of actions.entries()) {
    if (has('POST', route)) continue;
    yield {
      path: ['panel', 'actions', index, 'route'],
      ...fieldFault('not_found', { value: `POST ${route}` }),
    };
  }
}

/** Types whose value is a word or a line, as an attribute in Markdown is. */
const parameterTypes = [
  'text',
  'number',
  'boolean',
  'select',
  'date',
  'datetime',
  'color',
  'url',
  'media',
  'reference',
] as const satisfies PluginBlock['parameters'][number]['type'][];

function* findBlockFaults({ blocks }: PluginManifest): Generator<KeyFault> {
  for (const [index, { name, parameters }] of blocks.entries()) {
    if (!pluginName.test(name))
      yield { path: ['blocks', index], ...withParams(notKebabName, { found: name }) };
    const path = ['blocks', index, 'parameters'];
    yield* findShowFaults(path, parameters);
    for (const [at, { type, multiple }] of parameters.entries()) {
      if (!parameterTypes.some((one) => one === type))
        yield {
          path: [...path, at, 'type'],
          ...fieldFault('not_one_of', { allowed: parameterTypes }),
        };
      if (multiple) yield { path: [...path, at, 'multiple'], ...fieldFault('only_in_documents') };
    }
  }
}

/** Documents use the types in `fields`, so they cannot have the type of another plugin. */
function* findFieldTypeFaults({ fields, validators }: PluginManifest): Generator<KeyFault> {
  yield* findShowFaults(['fields'], fields);
  yield* findPluginTypes(['fields'], fields);
  for (const [index, name] of validators.entries()) {
    if (fields.some((field) => field.name === name)) continue;
    yield { path: ['validators', index], ...fieldFault('not_found', { value: name }) };
  }
}

function* findPluginTypes(
  path: KeyFault['path'],
  fields: PluginBlock['parameters'],
): Generator<KeyFault> {
  for (const [index, field] of fields.entries()) {
    const at = [...path, index];
    if (field.type === 'plugin')
      yield { path: [...at, 'type'], ...fieldFault('only_in_documents') };
    yield* findPluginTypes([...at, 'fields'], field.fields);
  }
}

/** Only pages of documents show fields. */
function* findShowFaults(
  path: KeyFault['path'],
  fields: PluginBlock['parameters'],
): Generator<KeyFault> {
  for (const [index, { show }] of fields.entries())
    if (show) yield { path: [...path, index, 'show'], ...fieldFault('only_in_documents') };
}
