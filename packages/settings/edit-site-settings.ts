import { editConfigFile, withYamlValues, type EditLock } from './edit-config-file.ts';
import { withValueAt } from './forms/values-at.ts';
import { parseSiteSettings, siteFile } from './site-settings.ts';

/** One key of `config/site.yaml` and what it is to be; undefined takes it away. */
export interface SettingChange {
  readonly path: readonly string[];
  readonly value: unknown;
}

export interface SiteSettingsEdit {
  readonly contentDirectory: string;
  readonly changes: readonly SettingChange[];
  readonly underLock: EditLock;
}

/**
 * Changes `config/site.yaml` in the content tree, and nothing in it but that: comments, order and line endings stay.
 * False when everything was so already, and nothing was written.
 *
 * @throws `invalid_site_settings`, with every mistake and its place, when the file is not valid before or after that;
 * and what `editConfigFile` and `withYamlValues` do.
 */
export function editSiteSettings(edit: SiteSettingsEdit): Promise<boolean> {
  const { contentDirectory: directory, changes, underLock } = edit;
  const change = (before: string): string => {
    parseSiteSettings(before, siteFile.name);
    const after = withYamlValues(before, siteFile, (values) =>
      changes.reduce((all, { path, value }) => withValueAt(all, path, value), values),
    );
    parseSiteSettings(after, siteFile.name);
    return after;
  };
  return editConfigFile({ directory, file: siteFile, underLock, change });
}
