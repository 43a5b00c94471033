import { AuditReadModel } from '@galley/auth';
import { externalAuthor } from '@galley/kernel';
import type { Database } from '@galley/database';
import type { SiteSettings } from '@galley/settings';
import { ok, warning, type Check } from './check.ts';

/** Warns of an approval rule that was weakened on disk, until a user changes it in the admin. */
export async function editorialSettingsCheck(
  db: Database,
  { editorial }: Pick<SiteSettings, 'editorial'>,
): Promise<Check> {
  const name = 'editorial_settings';
  const weak = [
    ...(editorial.requireApproval ? [] : ['editorial.require_approval']),
    ...(editorial.independence === 'contributors' ? [] : ['editorial.independence']),
  ];
  const audit = new AuditReadModel({ db });
  for (const setting of weak) {
    const change = await audit.findSettingChange(setting);
    if (change?.actor !== externalAuthor) continue;
    return warning(name, {
      message: `An edit on disk relaxed ${setting}, detected at ${change.at.toISOString()}.`,
      where: 'content/config/site.yaml; audit log, settings.save by external',
      why: 'The audit log names no user for this change, and documents may become public without the approval of a second person.',
      advice: `Restore ${setting}. If the change is intended, make it again in the admin, so that the audit log records the user.`,
    });
  }
  return ok(name, 'No edit on disk relaxed an approval rule.');
}
