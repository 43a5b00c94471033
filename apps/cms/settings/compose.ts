import {
  CustomFieldsService,
  SettingsService,
  TermRenames,
  type PluginSettings,
} from '@galley/settings';
import type { ThemeService } from '@galley/site';
import type { Environment } from '../environment.ts';
import type { ComposedPlugins } from '../plugins/compose.ts';
import type { SettingsChanges } from './settings-changes.ts';

export interface SettingsParts {
  readonly changes: SettingsChanges;
  readonly plugins: Pick<ComposedPlugins, 'service'>;
  readonly themes: { readonly service: Pick<ThemeService, 'settings'> };
}

export function composeSettings(
  { config, configOrigin: origin }: Environment,
  { changes, plugins, themes }: SettingsParts,
) {
  const onChange = async (): Promise<void> => {
    await changes.apply();
    // The change succeeded anyway; other processes find it in their next sweep.
    await changes.announce().catch(() => undefined);
  };
  const shared = { underLock: changes.lock, onChange };
  const { contentDirectory } = config.storage;
  const { current } = changes;
  return {
    current,
    forms: new SettingsService({
      ...shared,
      origin,
      running: config,
      plugins: () => pluginSettings(plugins),
      themes: () => themes.service.settings(),
    }),
    customFields: new CustomFieldsService({ ...shared, contentDirectory, settings: current }),
    onChange,
    termRenames: new TermRenames({ ...shared, contentDirectory, settings: current }),
    jobs: [],
  };
}

/** Lists the settings of every readable plugin that has some, enabled or not. */
async function pluginSettings({
  service,
}: Pick<ComposedPlugins, 'service'>): Promise<readonly PluginSettings[]> {
  const listed = await service.list();
  return listed.flatMap(({ name, description, manifest }) => {
    const { settings: fields = [] } = manifest ?? {};
    return fields.length > 0 ? [{ name, title: name, description, fields }] : [];
  });
}
