import {
  CustomFieldsService,
  SettingsService,
  type EditLock,
  type PluginSettings,
  type SiteSettings,
} from '@galley/settings';
import type { ThemeService } from '@galley/site';
import type { ComposedPlugins } from '../plugins/compose.ts';
import type { Environment } from '../environment.ts';

export interface SettingsSources {
  readonly settings: () => SiteSettings;
  /** Reads the files of the content tree's settings anew. */
  readonly onSettingsChange: () => Promise<void>;
  /** Tells the other processes. */
  readonly announce: () => Promise<void>;
  /** Keeps other edits of the files out. */
  readonly underLock: EditLock;
  readonly plugins: Pick<ComposedPlugins, 'service'>;
  readonly themes: Pick<ThemeService, 'settings'>;
}

/** Of every plugin that asks for settings and can be read, whether it runs or is yet to be switched on. */
async function pluginSettings({
  service,
}: Pick<ComposedPlugins, 'service'>): Promise<readonly PluginSettings[]> {
  const listed = await service.list();
  return listed.flatMap(({ name, description, manifest }) => {
    const { settings: fields = [] } = manifest ?? {};
    return fields.length > 0 ? [{ name, title: name, description, fields }] : [];
  });
}

/** What people change about the site and the server, in files. */
export function composeSettings(
  { config, configOrigin: origin }: Environment,
  { settings, onSettingsChange, announce, underLock, plugins, themes }: SettingsSources,
): { readonly forms: SettingsService; readonly customFields: CustomFieldsService } {
  const onChange = async (): Promise<void> => {
    await onSettingsChange();
    // It is done all the same, and the others look by themselves, if later.
    await announce().catch(() => undefined);
  };
  const shared = { underLock, onChange };
  const { contentDirectory } = config.storage;
  return {
    forms: new SettingsService({
      ...shared,
      origin,
      running: config,
      plugins: () => pluginSettings(plugins),
      themes: () => themes.settings(),
    }),
    customFields: new CustomFieldsService({ ...shared, contentDirectory, settings }),
  };
}
