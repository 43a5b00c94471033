import { editConfigFile, withYamlValues, type EditLock } from './edit-config-file.ts';
import { withValueAt } from './forms/values-at.ts';
import { parseSiteSettings, siteFile } from './site-settings.ts';
import type { Values } from './yaml/json-values.ts';

/** An undefined value deletes the key. */
export interface SettingChange {
  readonly path: readonly string[];
  readonly value: unknown;
}

export interface SiteSettingsEdit {
  readonly contentDirectory: string;
  readonly changes: readonly SettingChange[] | ((values: Values) => readonly SettingChange[]);
  readonly underLock: EditLock;
}

/** False when nothing changes. @throws `invalid_site_settings`, errors of `editConfigFile` and `withYamlValues` */
export function editSiteSettings(edit: SiteSettingsEdit): Promise<boolean> {
  const { contentDirectory: directory, changes, underLock } = edit;
  const change = (before: string): string => {
    parseSiteSettings(before, siteFile.name);
    const after = withYamlValues(before, siteFile, (values) =>
      (typeof changes === 'function' ? changes(values) : changes).reduce(
        (all, { path, value }) => withValueAt(all, path, value),
        values,
      ),
    );
    parseSiteSettings(after, siteFile.name);
    return after;
  };
  return editConfigFile({ directory, file: siteFile, underLock, change });
}
