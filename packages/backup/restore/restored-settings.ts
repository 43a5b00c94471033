import { DomainError } from '@galley/kernel';
import {
  changedSecuritySettings,
  loadSiteSettings,
  type ChangedSetting,
  type SiteSettings,
} from '@galley/settings';
import { backupProblems } from '../problems.ts';

/** Security settings that an unpacked tree has otherwise; none where its settings cannot be read and so do not apply. */
export async function settingsChangedBy(
  newFolder: string,
  current: SiteSettings,
): Promise<readonly ChangedSetting[]> {
  try {
    return changedSecuritySettings(current, await loadSiteSettings(newFolder));
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

/** Throws `security_settings_change` with the list. */
export function requireConfirmed(changed: readonly ChangedSetting[]): void {
  if (changed.length === 0) return;
  const names = changed.map(({ section, name }) => `${section}.${name}`).join(', ');
  throw backupProblems.security_settings_change(
    `This backup changes security settings of the site: ${names}. Look at the changes, and confirm them with confirm_security_changes.`,
    { changed_settings: changed },
  );
}
