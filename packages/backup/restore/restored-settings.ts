import { DomainError, valueChanges } from '@galley/kernel';
import {
  listChangedSecuritySettings,
  loadPluginSettings,
  loadSiteSettings,
  type ChangedSetting,
  type SiteSettings,
} from '@galley/settings';
import { backupProblems } from '../problems.ts';

interface Trees {
  readonly present: string;
  readonly unpacked: string;
  readonly settings: SiteSettings;
}

export async function settingsChangedBy(trees: Trees): Promise<readonly ChangedSetting[]> {
  return [...(await siteChanges(trees)), ...(await pluginChanges(trees))];
}

/** Empty if the unpacked settings are unreadable: the current ones then stay in force. */
async function siteChanges({ unpacked, settings }: Trees): Promise<readonly ChangedSetting[]> {
  try {
    return listChangedSecuritySettings(settings, await loadSiteSettings(unpacked));
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

/** All settings: Galley cannot tell which of them control where a plugin sends data, or whom it trusts. */
async function pluginChanges({ present, unpacked }: Trees): Promise<ChangedSetting[]> {
  const [before, after] = await Promise.all([settingsIn(present), settingsIn(unpacked)]);
  return Object.entries(valueChanges(before, after)).map(([name, change]) => ({
    section: 'plugins',
    name,
    before: change.old,
    after: change.new,
  }));
}

/** Plugins use their defaults if the file is unreadable. */
async function settingsIn(tree: string): Promise<object> {
  try {
    return Object.fromEntries(await loadPluginSettings(tree));
  } catch (error) {
    if (error instanceof DomainError) return {};
    throw error;
  }
}

/** @throws `security_settings_change`, with the list */
export function requireConfirmed(changed: readonly ChangedSetting[]): void {
  if (changed.length === 0) return;
  const names = changed.map(({ section, name }) => `${section}.${name}`).join(', ');
  throw backupProblems.security_settings_change(
    `This backup changes security settings of the site: ${names}. Review the changes and confirm them with confirm_security_changes.`,
    { changed_settings: changed },
  );
}
