import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import type { ListedPlugin, PluginHost, PluginPackages, PluginService } from '@galley/plugins';
import { fieldLabel } from '@galley/settings';

export interface ListedPlugins {
  readonly service: PluginService;
  readonly host: Pick<PluginHost, 'guards'>;
  readonly packages: Pick<PluginPackages, 'previousVersion'>;
}

export function pluginsHandlers({
  service: plugins,
  host,
  packages,
}: ListedPlugins): Pick<Module<typeof contract.plugins>, 'list' | 'enable' | 'disable'> {
  return {
    list: async () => {
      const guards = await host.guards();
      return Promise.all(
        (await plugins.list()).map(async (plugin) => ({
          ...presentPlugin(plugin),
          blocks_publishing: guards.find((guard) => guard.plugin === plugin.name)?.reason ?? null,
          previous_version: plugin.builtin ? null : await packages.previousVersion(plugin.name),
        })),
      );
    },

    enable: async ({ actor, body, note }) => {
      const { name, approve_risk: approveRisk } = body;
      note({ details: { approve_risk: approveRisk } });
      const { version, permissions } = await plugins.enable({
        name,
        approveRisk,
        by: actor.username,
      });
      note({ details: { version, permissions: permissions.map((permission) => permission.name) } });
      return { ok: true };
    },

    disable: async ({ actor, body }) => {
      await plugins.disable({ name: body.name, by: actor.username });
      return { ok: true };
    },
  };
}

function presentPlugin({
  needsApproval,
  lastError,
  manifest,
  permissions,
  ...plugin
}: ListedPlugin) {
  return {
    ...plugin,
    permissions: [...permissions],
    needs_approval: needsApproval,
    last_error: lastError,
    ...presentManifest(manifest),
  };
}

/** An unusable plugin.yaml leaves all fields empty. */
function presentManifest(manifest: ListedPlugin['manifest']) {
  if (!manifest) {
    const none = { hosts: [], hooks: [], filters: [], blocks: [], jobs: [], routes: [] };
    return { ...none, checks: [], fields: [], endpoints: [], has_settings: false, panel: null };
  }
  const { hosts, hooks, filters, blocks, jobs, routes, settings, panel } = manifest;
  const { checks, fields, validators, endpoints } = manifest;
  return {
    hosts: [...hosts],
    hooks: [...hooks],
    filters: [...filters],
    blocks: blocks.map(({ name }) => name),
    jobs: [...jobs],
    routes: [...routes],
    checks: [...checks],
    fields: fields.map((field) => ({
      name: field.name,
      label: fieldLabel(field),
      validated: validators.includes(field.name),
    })),
    endpoints: [...endpoints],
    has_settings: settings.length > 0,
    panel: presentPanel(panel),
  };
}

type Panel = NonNullable<ListedPlugin['manifest']>['panel'];

function presentPanel(panel: Panel) {
  if (!panel) return null;
  const { title, help, source = null, columns, actions } = panel;
  return {
    title,
    help,
    source,
    columns: [...columns],
    actions: actions.map(({ confirm = null, ...action }) => ({ ...action, confirm })),
  };
}
